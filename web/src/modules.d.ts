declare module "*.conll" {
  const text: string;
  export default text;
}
declare module "worker:*" {
  const text: string;
  export default text;
}
/** Not available in every browser. */
interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
