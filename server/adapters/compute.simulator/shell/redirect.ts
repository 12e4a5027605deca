import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { Io, Shell } from './shell.ts'

const most_bytes = 16 * 2 ** 20

/** Gathers output in memory, for a pipe or a file. */
export function collector(): { write: Io['out']; bytes: () => Buffer } {
  const chunks: Buffer[] = []
  let length = 0
  return {
    write: async (data) => {
      const chunk = bytesOf(data)
      length += chunk.length
      if (length > most_bytes) throw new DiskError('EFBIG')
      chunks.push(chunk)
    },
    bytes: () => Buffer.concat(chunks),
  }
}

export async function* stdinOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

export async function readAll(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const { write, bytes } = collector()
  for await (const chunk of input) await write(chunk)
  return bytes()
}

interface Output {
  write: Io['out']
  close: () => Promise<void>
}

const nothing = async () => {}

export const bytesOf = (data: string | Uint8Array): Buffer => (typeof data === 'string' ? Buffer.from(data) : Buffer.from(data))

/** Where `> path` leads: a file, nowhere, or the instance's console. Throws DiskError. */
export async function openOutput(path: string, append: boolean, shell: Shell, io: Io): Promise<Output> {
  if (path === '/dev/null') return { write: nothing, close: nothing }
  if (path === '/dev/stdout' || path === '/dev/tty') return { write: io.out, close: nothing }
  if (path === '/dev/stderr') return { write: (data) => io.err(bytesOf(data).toString()), close: nothing }
  const { write, bytes } = collector()
  const { disk, console } = shell.machine
  if (path === '/dev/console' || /^\/proc\/1\/fd\/[12]$/.test(path)) {
    const close = () => {
      const cutter = new LineCutter()
      return console([...cutter.push(bytes()), ...cutter.end()])
    }
    return { write, close }
  }
  const file = absolute(shell.cwd, path)
  await disk.write(file, Buffer.alloc(0), append)
  return { write, close: () => disk.write(file, bytes(), true) }
}
