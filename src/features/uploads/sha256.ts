import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Bytes held in memory at a time. */
const pieceBytes = 4_194_304

/** Computes the SHA-256 of a file in hexadecimal, chunk by chunk; undefined if stopped. Rejects if the file is gone. */
export async function computeFileSha256(file: Blob, stopped: () => boolean): Promise<string | undefined> {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += pieceBytes) {
    if (stopped()) return undefined
    hash.update(new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
