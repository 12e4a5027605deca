import type { Duplex } from 'node:stream'
import { type OpenFile, openReader, openWriter } from './open-file.ts'
import { answer, type Changes, Fields, type Named, open_flags, PacketCutter, request, status } from './packets.ts'
import { FileFailure, type ShellFiles } from './shell-files.ts'

const handles_max = 64
const names_at_once = 100

type Handle = { file: OpenFile } | { names: Named[] }

/**
 * SFTP version 3 over an instance's own shell, for images without sftp-server. Answers in order. Links are followed but not
 * made; times and owners are not set.
 *
 * Not the library's: with a listener for its 'sftp' it hands out no bare channel, which the instance's own sftp-server and the
 * words for a person need; and it takes in whatever a client sends, however slowly the instance writes.
 */
export class SftpServer {
  readonly #files: ShellFiles
  readonly #handles = new Map<string, Handle>()
  #next = 0

  constructor(files: ShellFiles) {
    this.#files = files
  }

  /** Serves until the client ends, then closes what it left open. Rejects when it speaks no SFTP. */
  async serve(stream: Duplex): Promise<void> {
    const cutter = new PacketCutter()
    try {
      // Left to itself the loop would destroy the stream at its end, and the last answers with it.
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        for (const packet of cutter.push(chunk as Buffer)) stream.write(await this.#answer(new Fields(packet)))
      }
    } finally {
      for (const handle of this.#handles.values()) if ('file' in handle) await handle.file.close().catch(() => undefined)
      stream.end()
    }
  }

  async #answer(fields: Fields): Promise<Buffer> {
    const kind = fields.byte()
    if (kind === request.init) return answer.version()
    const id = fields.int()
    try {
      return await this.#perform(kind, id, fields)
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error
      return answer.status(id, status.failure, error.message || undefined)
    }
  }

  async #perform(kind: number, id: number, fields: Fields): Promise<Buffer> {
    const path = () => this.#files.absolute(fields.text())
    const done = async (work: Promise<unknown>) => {
      await work
      return answer.status(id, status.ok)
    }
    switch (kind) {
      case request.realpath: {
        const name = path()
        return answer.names(id, [{ name, attributes: { mode: 0, size: 0, changed: 0 } }])
      }
      case request.stat:
      case request.lstat:
        return this.#stat(id, path(), kind === request.stat)
      case request.fstat:
        return this.#stat(id, this.#file(fields.text()).path, true)
      case request.opendir:
        return this.#keep(id, { names: await this.#files.list(path()) })
      case request.readdir:
        return this.#readNames(id, fields.text())
      case request.open:
        return this.#open(id, path(), fields.int())
      case request.read:
        return this.#read(id, fields)
      case request.write:
        return done(this.#file(fields.text()).write(fields.long(), fields.bytes()))
      case request.close:
        return done(this.#close(fields.text()))
      case request.remove:
        return done(this.#files.remove(path()))
      case request.mkdir:
        return done(this.#files.makeFolder(path()))
      case request.rmdir:
        return done(this.#files.removeFolder(path()))
      case request.rename:
        return done(this.#rename(path(), path()))
      case request.setstat:
        return done(this.#change(path(), fields.changes()))
      case request.fsetstat:
        return done(this.#changeOpen(this.#file(fields.text()), fields.changes()))
      default:
        return answer.status(id, status.unsupported)
    }
  }

  #keep(id: number, handle: Handle): Buffer {
    if (this.#handles.size >= handles_max) throw new FileFailure('同时打开的文件过多')
    this.#next += 1
    this.#handles.set(`${this.#next}`, handle)
    return answer.handle(id, `${this.#next}`)
  }

  #file(name: string): OpenFile {
    const handle = this.#handles.get(name)
    if (!handle || !('file' in handle)) throw new FileFailure('文件没有打开')
    return handle.file
  }

  async #stat(id: number, path: string, follow: boolean): Promise<Buffer> {
    const found = await this.#files.stat(path, follow)
    return found ? answer.attributes(id, found) : answer.status(id, status.no_such_file)
  }

  #readNames(id: number, name: string): Buffer {
    const handle = this.#handles.get(name)
    if (!handle || !('names' in handle)) throw new FileFailure('目录没有打开')
    const names = handle.names.splice(0, names_at_once)
    return names.length > 0 ? answer.names(id, names) : answer.status(id, status.eof)
  }

  async #open(id: number, path: string, flags: number): Promise<Buffer> {
    const found = await this.#files.stat(path, true)
    const { write, append, create, truncate, exclusive } = open_flags
    if (!found && !(flags & create)) return answer.status(id, status.no_such_file)
    if (found && flags & exclusive) throw new FileFailure('文件已存在')
    if (!(flags & write)) return this.#keep(id, { file: openReader(this.#files, path) })
    await this.#files.create(path, Boolean(flags & truncate))
    const size = flags & truncate ? 0 : (found?.size ?? 0)
    return this.#keep(id, { file: openWriter(this.#files, path, size, Boolean(flags & append)) })
  }

  async #read(id: number, fields: Fields): Promise<Buffer> {
    const data = await this.#file(fields.text()).read(fields.long(), Math.min(fields.int(), 1 << 18))
    return data ? answer.data(id, data) : answer.status(id, status.eof)
  }

  async #close(name: string): Promise<void> {
    const handle = this.#handles.get(name)
    this.#handles.delete(name)
    if (handle && 'file' in handle) await handle.file.close()
  }

  /** In this version of the protocol, what is there is never replaced. */
  async #rename(from: string, to: string): Promise<void> {
    if (await this.#files.stat(to, false)) throw new FileFailure('目标已存在')
    await this.#files.move(from, to)
  }

  async #change(path: string, { mode, size }: Changes): Promise<void> {
    if (size !== undefined) await this.#files.setSize(path, size)
    if (mode !== undefined) await this.#files.setMode(path, mode)
  }

  /** What was written before comes first: scp writes over a file and then says how long it is. */
  async #changeOpen(file: OpenFile, changes: Changes): Promise<void> {
    if (changes.size !== undefined) await file.finish()
    await this.#change(file.path, changes)
  }
}
