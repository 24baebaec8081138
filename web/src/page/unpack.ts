/** Archives and compressed files, by content. */

import { gunzipSync, unzipSync } from "fflate";
import { decompress } from "fzstd";

export interface Plain {
  name: string;
  bytes: Uint8Array;
}

/** The most bytes that a packed file may become, as a guard against files that are made to grow. */
export const MOST_BYTES = 1_500_000_000;

const starts = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, place) => bytes[place] === byte);

const isHidden = (name: string) => name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");

/** What is in a file: itself, or what it was packed from; archives hold several files. */
export function unpacked(name: string, bytes: Uint8Array): Plain[] {
  if (starts(bytes, 0x1f, 0x8b)) {
    // the last four bytes of a gzip stream have the length
    const length = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
    checked(name, length);
    return unpacked(name.replace(/\.gz$/i, ""), gunzipSync(bytes));
  }
  if (starts(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return unpacked(name.replace(/\.zst$/i, ""), decompress(bytes));
  if (!starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return [{ name, bytes }];
  let all = 0;
  const files = unzipSync(bytes, {
    filter: (file) => {
      all += file.originalSize;
      checked(name, all);
      return !file.name.endsWith("/") && !isHidden(file.name);
    },
  });
  return Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([inner, content]) => unpacked(inner, content));
}

function checked(name: string, length: number): void {
  if (length > MOST_BYTES) throw new Error(`${name} would be more than ${MOST_BYTES / 1e9} GB unpacked; use the command line`);
}
