import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** A sequence of its own for each way to draw: a library that draws now and then disturbs no other. */
function createDraw(seed: string): (count: number) => Buffer {
  const key = crypto.createHash('sha256').update(seed).digest()
  const cipher = crypto.createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return (count) => cipher.update(Buffer.alloc(count))
}

/**
 * Replaces all randomness of this process by seeded sequences, so that the same code makes the same ids. Only for a process that
 * makes throw-away data and ends.
 */
export function seedRandomness(seed: number): void {
  const [bytes, wholes, uuids, fills, fractions] = ['bytes', 'wholes', 'uuids', 'fills', 'fractions'].map((way) =>
    createDraw(`${seed} ${way}`),
  ) as [ReturnType<typeof createDraw>, ...ReturnType<typeof createDraw>[]] & Record<1 | 2 | 3 | 4, ReturnType<typeof createDraw>>
  const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
    Buffer.from(view.buffer, view.byteOffset, view.byteLength).set(fills(view.byteLength))
    return view
  }
  const uuid = () => {
    const drawn = uuids(16)
    drawn[6] = (drawn[6]! & 15) | 64
    drawn[8] = (drawn[8]! & 63) | 128
    const hex = drawn.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
  const whole = (least: number, most?: number) => {
    const [from, to] = most === undefined ? [0, least] : [least, most]
    return from + (wholes(6).readUIntBE(0, 6) % (to - from))
  }
  Object.assign(crypto, { randomBytes: bytes, randomInt: whole, randomUUID: uuid, randomFillSync: fill })
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill })
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid })
  Math.random = () => fractions(4).readUInt32BE(0) / 2 ** 32
  syncBuiltinESMExports()
}
