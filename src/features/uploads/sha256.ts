import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Held in memory at a time. */
const pieceBytes = 4_194_304

/** The SHA-256 of a file in hexadecimal, read piece by piece; undefined when it was stopped. Rejects when the file is gone. */
export async function computeFileSha256(file: Blob, stopped: () => boolean): Promise<string | undefined> {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += pieceBytes) {
    if (stopped()) return undefined
    hash.update(new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
