import type { Duplex } from 'node:stream'
import { type OpenFile, openFileReader, openFileWriter } from './open-file.ts'
import {
  type FileAttributeChanges,
  type NamedFile,
  PacketReader,
  PacketSplitter,
  sftpOpenFlags,
  sftpReplies,
  sftpRequestKinds,
  sftpStatusCodes,
} from './packets.ts'
import { FileFailure, type ShellFiles } from './shell-files.ts'

const handlesMax = 64
const namesPerReply = 100

type Handle = { file: OpenFile } | { names: NamedFile[] }

/**
 * Implements SFTP version 3 over an instance's shell, for images without sftp-server. Answers in order. Follows links but cannot
 * create them; does not set times and owners.
 *
 * Does not use the library's sftp: its 'sftp' listener replaces the raw channel, which the instance's own sftp-server and our
 * messages need, and it reads client data without backpressure, however slowly the instance writes.
 */
export class SftpServer {
  readonly #files: ShellFiles
  readonly #handles = new Map<string, Handle>()
  #next = 0

  constructor(files: ShellFiles) {
    this.#files = files
  }

  /** Serves until the client ends, then closes files left open. Rejects if the client does not speak SFTP. */
  async serve(stream: Duplex): Promise<void> {
    const cutter = new PacketSplitter()
    try {
      // By default the loop would destroy the stream at its end, and the last answers with it.
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        for (const packet of cutter.push(chunk as Buffer)) stream.write(await this.#answer(new PacketReader(packet)))
      }
    } finally {
      for (const handle of this.#handles.values()) if ('file' in handle) await handle.file.close().catch(() => undefined)
      stream.end()
    }
  }

  async #answer(fields: PacketReader): Promise<Buffer> {
    const kind = fields.byte()
    if (kind === sftpRequestKinds.init) return sftpReplies.version()
    const id = fields.int()
    try {
      return await this.#perform(kind, id, fields)
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error
      return sftpReplies.status(id, sftpStatusCodes.failure, error.message || undefined)
    }
  }

  async #perform(kind: number, id: number, fields: PacketReader): Promise<Buffer> {
    const path = () => this.#files.absolute(fields.text())
    const done = async (work: Promise<unknown>) => {
      await work
      return sftpReplies.status(id, sftpStatusCodes.ok)
    }
    switch (kind) {
      case sftpRequestKinds.realpath: {
        const name = path()
        return sftpReplies.names(id, [{ name, attributes: { mode: 0, size: 0, changed: 0 } }])
      }
      case sftpRequestKinds.stat:
      case sftpRequestKinds.lstat:
        return this.#stat(id, path(), kind === sftpRequestKinds.stat)
      case sftpRequestKinds.fstat:
        return this.#stat(id, this.#file(fields.text()).path, true)
      case sftpRequestKinds.opendir:
        return this.#keep(id, { names: await this.#files.list(path()) })
      case sftpRequestKinds.readdir:
        return this.#readNames(id, fields.text())
      case sftpRequestKinds.open:
        return this.#open(id, path(), fields.int())
      case sftpRequestKinds.read:
        return this.#read(id, fields)
      case sftpRequestKinds.write:
        return done(this.#file(fields.text()).write(fields.long(), fields.bytes()))
      case sftpRequestKinds.close:
        return done(this.#close(fields.text()))
      case sftpRequestKinds.remove:
        return done(this.#files.remove(path()))
      case sftpRequestKinds.mkdir:
        return done(this.#files.makeFolder(path()))
      case sftpRequestKinds.rmdir:
        return done(this.#files.removeFolder(path()))
      case sftpRequestKinds.rename:
        return done(this.#rename(path(), path()))
      case sftpRequestKinds.setstat:
        return done(this.#change(path(), fields.changes()))
      case sftpRequestKinds.fsetstat:
        return done(this.#changeOpen(this.#file(fields.text()), fields.changes()))
      default:
        return sftpReplies.status(id, sftpStatusCodes.unsupported)
    }
  }

  #keep(id: number, handle: Handle): Buffer {
    if (this.#handles.size >= handlesMax) throw new FileFailure('同时打开的文件过多')
    this.#next += 1
    this.#handles.set(`${this.#next}`, handle)
    return sftpReplies.handle(id, `${this.#next}`)
  }

  #file(name: string): OpenFile {
    const handle = this.#handles.get(name)
    if (!handle || !('file' in handle)) throw new FileFailure('文件没有打开')
    return handle.file
  }

  async #stat(id: number, path: string, follow: boolean): Promise<Buffer> {
    const found = await this.#files.stat(path, follow)
    return found ? sftpReplies.attributes(id, found) : sftpReplies.status(id, sftpStatusCodes.no_such_file)
  }

  #readNames(id: number, name: string): Buffer {
    const handle = this.#handles.get(name)
    if (!handle || !('names' in handle)) throw new FileFailure('目录没有打开')
    const names = handle.names.splice(0, namesPerReply)
    return names.length > 0 ? sftpReplies.names(id, names) : sftpReplies.status(id, sftpStatusCodes.eof)
  }

  async #open(id: number, path: string, flags: number): Promise<Buffer> {
    const found = await this.#files.stat(path, true)
    const { write, append, create, truncate, exclusive } = sftpOpenFlags
    if (!found && !(flags & create)) return sftpReplies.status(id, sftpStatusCodes.no_such_file)
    if (found && flags & exclusive) throw new FileFailure('文件已存在')
    if (!(flags & write)) return this.#keep(id, { file: openFileReader(this.#files, path) })
    await this.#files.create(path, Boolean(flags & truncate))
    const size = flags & truncate ? 0 : (found?.size ?? 0)
    return this.#keep(id, { file: openFileWriter(this.#files, path, size, Boolean(flags & append)) })
  }

  async #read(id: number, fields: PacketReader): Promise<Buffer> {
    const data = await this.#file(fields.text()).read(fields.long(), Math.min(fields.int(), 1 << 18))
    return data ? sftpReplies.data(id, data) : sftpReplies.status(id, sftpStatusCodes.eof)
  }

  async #close(name: string): Promise<void> {
    const handle = this.#handles.get(name)
    this.#handles.delete(name)
    if (handle && 'file' in handle) await handle.file.close()
  }

  /** Renames; this protocol version never replaces an existing target. */
  async #rename(from: string, to: string): Promise<void> {
    if (await this.#files.stat(to, false)) throw new FileFailure('目标已存在')
    await this.#files.move(from, to)
  }

  async #change(path: string, { mode, size }: FileAttributeChanges): Promise<void> {
    if (size !== undefined) await this.#files.setSize(path, size)
    if (mode !== undefined) await this.#files.setMode(path, mode)
  }

  /** Finishes earlier writes first: scp overwrites a file and then sets its size. */
  async #changeOpen(file: OpenFile, changes: FileAttributeChanges): Promise<void> {
    if (changes.size !== undefined) await file.finish()
    await this.#change(file.path, changes)
  }
}
