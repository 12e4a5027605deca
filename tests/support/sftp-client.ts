import { promisify } from 'node:util'
import type { Client, SFTPWrapper } from 'ssh2'

/** Promise wrappers of the sftp client calls that tests use. */
export async function openSftpClient(client: Client) {
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const bound = <Args extends unknown[], Result>(
    call: (...args: [...Args, (error: Error | null | undefined, result: Result) => void]) => unknown,
  ) => promisify(call.bind(sftp) as never) as unknown as (...args: Args) => Promise<Result>
  return {
    mkdir: bound<[string], void>(sftp.mkdir),
    rmdir: bound<[string], void>(sftp.rmdir),
    unlink: bound<[string], void>(sftp.unlink),
    rename: bound<[string, string], void>(sftp.rename),
    realpath: bound<[string], string>(sftp.realpath),
    writeFile: bound<[string, Buffer], void>(sftp.writeFile),
    appendFile: bound<[string, Buffer], void>(sftp.appendFile),
    readFile: bound<[string], Buffer>(sftp.readFile),
    readdir: async (path: string) =>
      (await bound<[string], { filename: string }[]>(sftp.readdir)(path)).map(({ filename }) => filename),
    stat: async (path: string) => {
      const found = await bound<[string], { size: number; isDirectory(): boolean }>(sftp.stat)(path)
      return { size: found.size, directory: found.isDirectory() }
    },
    /** Opens without truncating, writes from offset 0, then sets the length, as scp does. */
    writeOver: async (path: string, data: Buffer) => {
      const handle = await bound<[string], Buffer>((name, done) => sftp.open(name, 'r+', done))(path)
      await bound<[Buffer, Buffer, number, number, number], void>(sftp.write)(handle, data, 0, data.length, 0)
      await bound<[Buffer, { size: number }], void>(sftp.fsetstat)(handle, { size: data.length })
      await bound<[Buffer], void>(sftp.close)(handle)
    },
    /** Writes everything, sets the length regardless of the result, and closes; returns which of the two was refused. */
    putAsScp: async (path: string, data: Buffer) => {
      const handle = await bound<[string], Buffer>((name, done) => sftp.open(name, 'w', done))(path)
      await bound<[Buffer, Buffer, number, number, number], void>(sftp.write)(handle, data, 0, data.length, 0)
      const refused = (work: Promise<void>) => work.then(() => '').catch((error: Error) => error.message)
      const sized = await refused(bound<[Buffer, { size: number }], void>(sftp.fsetstat)(handle, { size: data.length }))
      return [sized, await refused(bound<[Buffer], void>(sftp.close)(handle))]
    },
    readPart: (path: string, start: number, length: number) =>
      new Promise<Buffer>((resolve, reject) => {
        const chunks: Buffer[] = []
        sftp
          .createReadStream(path, { start, end: start + length - 1 })
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .once('error', reject)
          .once('end', () => resolve(Buffer.concat(chunks)))
      }),
  }
}
