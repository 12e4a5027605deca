/** What an archive becomes, in the order in which it is made; after a file come its parts and its end. */
export type ExtractStep = { folder: string } | { file: string } | { part: Uint8Array<ArrayBuffer> } | 'end'

/** What the thread that reads an archive is started with. */
export interface ArchiveThreadData {
  size_bytes: number
}

/** To the thread: the bytes it asked for, and leave to go on with the next steps. */
export type ArchiveThreadCommand = { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> } | { kind: 'next' }

/** From the thread. `end` of a range is not in it. */
export type ArchiveThreadReport =
  | { kind: 'read'; id: number; start: number; end: number }
  | { kind: 'planned'; total_bytes: number }
  | { kind: 'steps'; steps: ExtractStep[] }
  | { kind: 'done' }
  /** It is not to be unpacked, in words for its owner. */
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; message: string }
