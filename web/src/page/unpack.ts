/** Archives and compressed files, by content. */

import { Gunzip, unzipSync } from "fflate";
import { decompress } from "fzstd";

export interface Plain {
  name: string;
  bytes: Uint8Array;
}

/** The most bytes that a packed file may become, as a guard against files that are made to grow. */
export const MOST_BYTES = 1_500_000_000;

const starts = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, place) => bytes[place] === byte);

const isHidden = (name: string) => name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");

/** The largest depth of archives in archives: some archives are made to contain themselves. */
const DEEPEST = 4;

/** The contents of a file: itself, or the unpacked file; archives contain several files. */
export function unpacked(name: string, bytes: Uint8Array, depth = 0): Plain[] {
  const packed = starts(bytes, 0x1f, 0x8b) || starts(bytes, 0x28, 0xb5, 0x2f, 0xfd) || starts(bytes, 0x50, 0x4b, 0x03, 0x04);
  if (!packed) return [{ name, bytes }];
  if (depth === DEEPEST) throw new Error(`${name} is packed more than ${DEEPEST} times over; unpack it first`);
  let inner: Plain[];
  try {
    inner = once(name, bytes);
  } catch (error) {
    throw error instanceof TooLarge ? error : new Error(`${name} cannot be unpacked: ${error instanceof Error ? error.message : error}`);
  }
  return inner.flatMap((one) => unpacked(one.name, one.bytes, depth + 1));
}

function once(name: string, bytes: Uint8Array): Plain[] {
  if (starts(bytes, 0x1f, 0x8b)) return [{ name: name.replace(/\.gz$/i, ""), bytes: gunzipped(name, bytes) }];
  if (starts(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return [{ name: name.replace(/\.zst$/i, ""), bytes: decompress(bytes) }];
  let all = 0;
  const files = unzipSync(bytes, {
    filter: (file) => {
      all += file.originalSize;
      checked(name, all);
      return !file.name.endsWith("/") && !isHidden(file.name);
    },
  });
  for (const [inner, sum] of checksums(bytes)) {
    if (files[inner] && crc32(files[inner]) !== sum) throw new Error(`${inner} is damaged`);
  }
  return Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)).map(([inner, content]) => ({ name: inner, bytes: content }));
}

/** The checksums that the directory at the end of an archive has, by names; none for archives above 4 GB. */
function checksums(bytes: Uint8Array): Map<string, number> {
  const [view, found] = [new DataView(bytes.buffer, bytes.byteOffset, bytes.length), new Map<string, number>()];
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return found;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const coding = view.getUint16(at + 8, true) & 0x800 ? "utf-8" : "latin1";
    found.set(new TextDecoder(coding).decode(bytes.subarray(at + 46, at + 46 + name)), view.getUint32(at + 16, true));
    at += 46 + name + extra + comment;
  }
  return found;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 255];
  return ~sum >>> 0;
}

/** Bytes are pushed in pieces of this size, so that a file that is made to grow is stopped in time. */
const PIECE = 1 << 20;

/** A gzip file may hold several streams, one after the other. */
function gunzipped(name: string, bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let [length, ofMember] = [0, 0];
  const stream = new Gunzip((piece) => {
    length += piece.length;
    ofMember += piece.length;
    checked(name, length);
    pieces.push(piece);
  });
  stream.onmember = () => (ofMember = 0);
  for (let at = 0; at < bytes.length; at += PIECE) stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  // the last four bytes have the length of the last stream
  const said = bytes.length < 18 ? -1 : new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
  if (said !== ofMember % 2 ** 32) throw new Error("it is cut off or damaged");
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

class TooLarge extends Error {}

function checked(name: string, length: number): void {
  if (length > MOST_BYTES) throw new TooLarge(`${name} would be more than ${MOST_BYTES / 1e9} GB unpacked; use the command line`);
}
