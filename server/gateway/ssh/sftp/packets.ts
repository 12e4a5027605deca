/** Kinds of packets of SFTP version 3 (draft-ietf-secsh-filexfer-02). */
export const request = {
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
const reply = { version: 2, status: 101, handle: 102, data: 103, name: 104, attrs: 105 } as const

export const status = { ok: 0, eof: 1, no_such_file: 2, failure: 4, unsupported: 8 } as const
export const open_flags = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const

const version = 3
/** Clients send 32 KiB at a time, some 256; what is longer is no packet. */
const longest = 1 << 20

/** Of a file, as `stat` tells it: mode with its type, bytes, seconds. */
export interface Attributes {
  mode: number
  size: number
  changed: number
}

export interface Changes {
  size: number | undefined
  mode: number | undefined
}

/** Reads the fields of one packet in their order. Throws RangeError at its end. */
export class Fields {
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
  /** What a set of attributes asks to be changed; owners and times are passed over. */
  changes(): Changes {
    const flags = this.int()
    const size = flags & 1 ? this.long() : undefined
    if (flags & 2) this.long()
    return { size, mode: flags & 4 ? this.int() & 0o7777 : undefined }
  }
}

/** Cuts a stream into packets, however its chunks are cut. Throws RangeError on what cannot be one. */
export class PacketCutter {
  #held: Buffer = Buffer.alloc(0)
  push(chunk: Buffer): Buffer[] {
    this.#held = Buffer.concat([this.#held, chunk])
    const packets: Buffer[] = []
    while (this.#held.length >= 4) {
      const length = this.#held.readUInt32BE()
      if (length > longest) throw new RangeError('packet too long')
      if (this.#held.length < 4 + length) break
      packets.push(this.#held.subarray(4, 4 + length))
      this.#held = this.#held.subarray(4 + length)
    }
    return packets
  }
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const long = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([int(bytes.length), bytes])
}
const attributes = ({ mode, size, changed }: Attributes) =>
  Buffer.concat([int(1 | 4 | 8), long(size), int(mode), int(changed), int(changed)])

const packet = (kind: number, ...parts: Buffer[]) => {
  const body = Buffer.concat([Buffer.from([kind]), ...parts])
  return Buffer.concat([int(body.length), body])
}

export interface Named {
  name: string
  attributes: Attributes
}

const words: Record<number, string> = { 0: '', 1: '', 2: '没有那个文件或目录', 4: '操作失败', 8: '不支持的操作' }
const permissions = (mode: number) => Array.from('rwxrwxrwx', (letter, nth) => (mode & (0o400 >> nth) ? letter : '-')).join('')
/** What `ls -l` of a client shows. */
const longName = ({ name, attributes: { mode, size, changed } }: Named) =>
  `${mode & 0o40000 ? 'd' : '-'}${permissions(mode)} root root ${String(size).padStart(12)} ${new Date(changed * 1000).toISOString().slice(0, 16)} ${name}`

export const answer = {
  version: () => packet(reply.version, int(version)),
  status: (id: number, code: number, message = words[code] ?? '') =>
    packet(reply.status, int(id), int(code), text(message), text('zh-CN')),
  handle: (id: number, handle: string) => packet(reply.handle, int(id), text(handle)),
  data: (id: number, data: Buffer) => packet(reply.data, int(id), text(data)),
  names: (id: number, names: readonly Named[]) => {
    const parts = names.flatMap((named) => [text(named.name), text(longName(named)), attributes(named.attributes)])
    return packet(reply.name, int(id), int(names.length), ...parts)
  },
  attributes: (id: number, of: Attributes) => packet(reply.attrs, int(id), attributes(of)),
}
