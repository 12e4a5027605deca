import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import type { ShellIo, ShellState } from './shell.ts'

const maxCollectedBytes = 16 * 2 ** 20

/** Collects output in memory, for a pipe or a file. */
export function createCollector(): { write: ShellIo['out']; bytes: () => Buffer } {
  const chunks: Buffer[] = []
  let length = 0
  return {
    write: async (data) => {
      const chunk = toBuffer(data)
      length += chunk.length
      if (length > maxCollectedBytes) throw new DiskError('EFBIG')
      chunks.push(chunk)
    },
    bytes: () => Buffer.concat(chunks),
  }
}

export async function* toStdin(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

export async function readAllInput(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const { write, bytes } = createCollector()
  for await (const chunk of input) await write(chunk)
  return bytes()
}

interface Output {
  write: ShellIo['out']
  close: () => Promise<void>
}

const doNothing = async () => {}

export const toBuffer = (data: string | Uint8Array): Buffer => (typeof data === 'string' ? Buffer.from(data) : Buffer.from(data))

/** Opens the target of `> path`: a file, nothing, or the instance's console. Throws `DiskError`. */
export async function openOutput(path: string, append: boolean, shell: ShellState, io: ShellIo): Promise<Output> {
  if (path === '/dev/null') return { write: doNothing, close: doNothing }
  if (path === '/dev/stdout' || path === '/dev/tty') return { write: io.out, close: doNothing }
  if (path === '/dev/stderr') return { write: (data) => io.err(toBuffer(data).toString()), close: doNothing }
  const { write, bytes } = createCollector()
  const { disk, console } = shell.machine
  if (path === '/dev/console' || /^\/proc\/1\/fd\/[12]$/.test(path)) {
    const close = () => {
      const cutter = new LineCutter()
      return console([...cutter.push(bytes()), ...cutter.end()])
    }
    return { write, close }
  }
  const file = toAbsolutePath(shell.cwd, path)
  await disk.write(file, Buffer.alloc(0), append)
  return { write, close: () => disk.write(file, bytes(), true) }
}
