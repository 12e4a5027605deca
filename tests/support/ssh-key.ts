import { randomBytes } from 'node:crypto'
import { createEd25519Pair } from '#server/domains/accounts/keys/key-pair.service.ts'

/** Makes an SSH key. The generator of ssh2 drops a zero at the beginning of a public key: one in 256 cannot be read. */
export const makeSshKey = () => createEd25519Pair(randomBytes(32))
