/** Files that are dropped, anywhere in the window. */

import { signal } from "@preact/signals";
import { go, route } from "../route";
import { type Dropped, failed, take } from "./state";

/** Whether files are held over the window. */
export const over = signal(false);

export const read = (files: File[]): Promise<Dropped[]> => Promise.all(files.map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })));

/** A file of a folder, with its path from there. */
interface Inside {
  path: string;
  file: File;
}

/** What browsers have for folders: Chromium reads the older kind only on pages from a web server, others have no newer one. */
interface Folder {
  handle: Promise<FileSystemHandle | null> | undefined;
  entry: FileSystemEntry;
}

async function byHandle(handle: FileSystemDirectoryHandle, path: string): Promise<Inside[]> {
  const found: Inside[] = [];
  for await (const one of handle.values()) {
    const own = `${path}/${one.name}`;
    if (one.kind === "directory") found.push(...(await byHandle(one as FileSystemDirectoryHandle, own)));
    else found.push({ path: own, file: await (one as FileSystemFileHandle).getFile() });
  }
  return found;
}

async function byEntry(entry: FileSystemEntry): Promise<Inside[]> {
  if (entry.isFile) return [{ path: entry.fullPath.slice(1), file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) }];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Inside[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const one of some) found.push(...(await byEntry(one)));
  }
}

/** The files of a folder by path, without hidden ones. */
async function filesOf({ handle, entry }: Folder): Promise<Dropped[]> {
  const newer = await handle;
  const found = newer?.kind === "directory" ? await byHandle(newer as FileSystemDirectoryHandle, entry.name) : await byEntry(entry);
  const seen = found.filter(({ file }) => !file.name.startsWith(".")).sort((one, other) => (one.path < other.path ? -1 : 1));
  return Promise.all(seen.map(async ({ path, file }) => ({ name: path, folder: entry.name, bytes: await file.arrayBuffer() })));
}

/** Everything that was dropped; its entries must be read at once, because they are gone after the event. */
function dropped(transfer: DataTransfer): Promise<Dropped[]> {
  const parts = [...transfer.items].map((item): Promise<Dropped[]> => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) return filesOf({ handle: item.getAsFileSystemHandle?.(), entry });
    const file = item.getAsFile();
    return file ? read([file]) : Promise.resolve([]);
  });
  return Promise.all(parts).then((all) => all.flat());
}

/** Ignores dragged mentions of the explainer and dragged text, which are handled elsewhere. */
const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

/** Browsers report held files at least every 550 ms, but do not always report the end without a drop. */
const SILENCE = 600;
let silent = 0;

function hold(): void {
  over.value = true;
  clearTimeout(silent);
  silent = window.setTimeout(() => { over.value = false; }, SILENCE);
}

/** From now on the browser takes dropped files here instead of opening them in place of the page. */
export function acceptDrops(): void {
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hold();
  });
  addEventListener("drop", (event) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    over.value = false;
    if (!["", "convert"].includes(route.value.tab)) go({ tab: "" });
    dropped(event.dataTransfer).then(take).catch(failed);
  });
}

export function DropCue() {
  return over.value ? <div class="drop-cue" aria-hidden="true"><p>Drop the files anywhere</p></div> : null;
}
