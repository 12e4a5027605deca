import { waitForDrain } from '#server/lib/wait-for-drain.ts'
import type { ExecSession } from '#server/ports/compute.ts'
import { FileFailure, type ShellFiles } from './shell-files.ts'

/** Operations on a file handle. Optimized for sequential access, which is what clients do. */
export interface OpenFile {
  path: string
  /** Returns undefined at the end of the file. */
  read(offset: number, length: number): Promise<Buffer | undefined>
  write(offset: number, data: Buffer): Promise<void>
  /** Waits until all data is written to the file. Throws FileFailure if some of it could not be written. */
  finish(): Promise<void>
  close(): Promise<void>
}

const discardOutput = ({ stderr, stream }: ExecSession) => {
  stream.on('error', () => undefined)
  stderr?.on('error', () => undefined).resume()
}

export function openFileReader(files: ShellFiles, path: string): OpenFile {
  let program: ExecSession | undefined
  let bytes: AsyncIterator<Buffer> | undefined
  let at = 0
  let held: Buffer = Buffer.alloc(0)
  let ended = false

  const begin = async (offset: number) => {
    program?.stream.destroy()
    program = await files.reader(path, offset)
    discardOutput(program)
    program.stream.end()
    bytes = program.stream[Symbol.asyncIterator]()
    at = offset
    held = Buffer.alloc(0)
    ended = false
  }
  return {
    path,
    read: async (offset, length) => {
      if (ended && offset >= at + held.length) return undefined
      if (!bytes || offset !== at) await begin(offset)
      while (held.length < length && !ended) {
        const next = await bytes!.next()
        if (next.done) ended = true
        else held = Buffer.concat([held, next.value])
      }
      const data = held.subarray(0, length)
      held = held.subarray(data.length)
      at += data.length
      return data.length > 0 ? data : undefined
    },
    write: () => Promise.reject(new FileFailure('文件没有以写入方式打开')),
    finish: async () => undefined,
    close: async () => void program?.stream.destroy(),
  }
}

/** Opens a file of `size` bytes for sequential writing, from its start or its end; gaps and steps back are refused. */
export function openFileWriter(files: ShellFiles, path: string, size: number, append: boolean): OpenFile {
  let program: ExecSession | undefined
  let at = size
  let lost: FileFailure | undefined

  const begin = async (offset: number) => {
    const atEnd = append || offset === size
    if (!atEnd && offset !== 0) throw new FileFailure('只能从头或从末尾写入')
    program = await (atEnd ? files.appender(path) : files.overwriter(path))
    discardOutput(program)
    program.stream.resume()
    at = offset
    return program
  }
  const finish = async () => {
    // report the error at this step and the next one: scp triggers it in one and checks the answer of the other
    if (lost) throw lost
    const ended = program
    program = undefined
    size = Math.max(size, at)
    ended?.stream.end()
    if (!ended || (await ended.exit) === 0) return
    lost = new FileFailure('没有写完，磁盘可能已满')
    throw lost
  }
  return {
    path,
    read: () => Promise.reject(new FileFailure('文件没有以读取方式打开')),
    write: async (offset, data) => {
      const { stream } = program ?? (await begin(offset))
      if (!append && offset !== at) throw new FileFailure('只能依次写入')
      at += data.length
      if (!stream.write(data)) await waitForDrain(stream)
    },
    finish,
    close: finish,
  }
}
