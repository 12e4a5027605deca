/** One extraction step, in order; a file step is followed by its parts and its end. */
export type ExtractStep = { folder: string } | { file: string } | { part: Uint8Array<ArrayBuffer> } | 'end'

/** Start data of the thread that reads an archive. */
export interface ArchiveThreadData {
  size_bytes: number
}

/** Message to the thread: the bytes it asked for, or permission to send the next steps. */
export type ArchiveThreadCommand = { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> } | { kind: 'next' }

/** Message from the thread. The `end` of a range is exclusive. */
export type ArchiveThreadReport =
  | { kind: 'read'; id: number; start: number; end: number }
  | { kind: 'planned'; total_bytes: number }
  | { kind: 'steps'; steps: ExtractStep[] }
  | { kind: 'done' }
  /** The archive is refused, with a message for its owner. */
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; message: string }
