/** Packet types of SFTP version 3 (draft-ietf-secsh-filexfer-02). */
export const sftpRequestKinds = {
  init: 1,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
} as const
const replyKinds = { version: 2, status: 101, handle: 102, data: 103, name: 104, attrs: 105 } as const

export const sftpStatusCodes = { ok: 0, eof: 1, no_such_file: 2, failure: 4, unsupported: 8 } as const
export const sftpOpenFlags = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const

const sftpVersion = 3
/** Clients send 32 KiB at a time, some 256 KiB; a longer packet is invalid. */
const maxPacketBytes = 1 << 20

/** File attributes as `stat` reports them: mode including the type, size in bytes, time in seconds. */
export interface FileAttributes {
  mode: number
  size: number
  changed: number
}

export interface FileAttributeChanges {
  size: number | undefined
  mode: number | undefined
}

/** Reads the fields of one packet in order. Throws RangeError past its end. */
export class PacketReader {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  byte(): number {
    this.#at += 1
    return this.#bytes.readUInt8(this.#at - 1)
  }
  int(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }
  long(): number {
    this.#at += 8
    return Number(this.#bytes.readBigUInt64BE(this.#at - 8))
  }
  bytes(): Buffer {
    const length = this.int()
    if (this.#at + length > this.#bytes.length) throw new RangeError('truncated packet')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  text(): string {
    return this.bytes().toString()
  }
  /** Returns the changes requested by an attribute set; ignores owners and times. */
  changes(): FileAttributeChanges {
    const flags = this.int()
    const size = flags & 1 ? this.long() : undefined
    if (flags & 2) this.long()
    return { size, mode: flags & 4 ? this.int() & 0o7777 : undefined }
  }
}

/** Splits a stream into packets, regardless of chunk boundaries. Throws RangeError on invalid data. */
export class PacketSplitter {
  #held: Buffer = Buffer.alloc(0)
  push(chunk: Buffer): Buffer[] {
    this.#held = Buffer.concat([this.#held, chunk])
    const packets: Buffer[] = []
    while (this.#held.length >= 4) {
      const length = this.#held.readUInt32BE()
      if (length > maxPacketBytes) throw new RangeError('packet too long')
      if (this.#held.length < 4 + length) break
      packets.push(this.#held.subarray(4, 4 + length))
      this.#held = this.#held.subarray(4 + length)
    }
    return packets
  }
}

const encodeInt = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const encodeLong = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const encodeText = (value: string | Buffer) => {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([encodeInt(bytes.length), bytes])
}
const encodeAttributes = ({ mode, size, changed }: FileAttributes) =>
  Buffer.concat([encodeInt(1 | 4 | 8), encodeLong(size), encodeInt(mode), encodeInt(changed), encodeInt(changed)])

const encodePacket = (kind: number, ...parts: Buffer[]) => {
  const body = Buffer.concat([Buffer.from([kind]), ...parts])
  return Buffer.concat([encodeInt(body.length), body])
}

export interface NamedFile {
  name: string
  attributes: FileAttributes
}

const statusMessages: Record<number, string> = { 0: '', 1: '', 2: '没有那个文件或目录', 4: '操作失败', 8: '不支持的操作' }
const formatPermissions = (mode: number) =>
  Array.from('rwxrwxrwx', (letter, nth) => (mode & (0o400 >> nth) ? letter : '-')).join('')
/** Formats an entry as clients show it for `ls -l`. */
const formatLongName = ({ name, attributes: { mode, size, changed } }: NamedFile) =>
  `${mode & 0o40000 ? 'd' : '-'}${formatPermissions(mode)} root root ${String(size).padStart(12)} ${new Date(changed * 1000).toISOString().slice(0, 16)} ${name}`

export const sftpReplies = {
  version: () => encodePacket(replyKinds.version, encodeInt(sftpVersion)),
  status: (id: number, code: number, message = statusMessages[code] ?? '') =>
    encodePacket(replyKinds.status, encodeInt(id), encodeInt(code), encodeText(message), encodeText('zh-CN')),
  handle: (id: number, handle: string) => encodePacket(replyKinds.handle, encodeInt(id), encodeText(handle)),
  data: (id: number, data: Buffer) => encodePacket(replyKinds.data, encodeInt(id), encodeText(data)),
  names: (id: number, names: readonly NamedFile[]) => {
    const parts = names.flatMap((named) => [
      encodeText(named.name),
      encodeText(formatLongName(named)),
      encodeAttributes(named.attributes),
    ])
    return encodePacket(replyKinds.name, encodeInt(id), encodeInt(names.length), ...parts)
  },
  attributes: (id: number, of: FileAttributes) => encodePacket(replyKinds.attrs, encodeInt(id), encodeAttributes(of)),
}
