declare module "*.conll" {
  const text: string;
  export default text;
}
declare module "worker:*" {
  const text: string;
  export default text;
}
