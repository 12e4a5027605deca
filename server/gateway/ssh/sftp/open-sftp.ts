import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'
import type { ExecSession } from '#server/ports/compute.ts'
import { SftpServer } from './sftp-server.ts'
import { ShellFiles } from './shell-files.ts'

/** Paths of sftp-server in common distributions; the first existing one is used. */
const sftpServerPaths = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/libexec/sftp-server',
  '/usr/lib/ssh/sftp-server',
  '/usr/lib/sftp-server',
]
const findServerCommand = `${sftpServerPaths.map((place) => `command -v ${place}`).join(' || ')}`

/** Shown to the user: OpenSSH displays a subsystem's stderr. */
const noSftpMessage = '实例里缺少 sftp-server 和 stat，无法使用 SFTP。可以在实例里安装 openssh-sftp-server。'

/** Opens the instance's own sftp-server, or our implementation over its shell. Returns a message if neither is possible. */
export async function openSftp(inside: InstanceConnector): Promise<ExecSession | string> {
  const search = await inside.exec({ cmd: ['/bin/sh', '-c', findServerCommand], apart: true })
  search.stderr?.resume()
  search.stream.end()
  const found = (await text(search.stream)).trim()
  if ((await search.exit) === 0 && sftpServerPaths.includes(found)) return inside.exec({ cmd: [found], apart: true, bulk: true })
  const files = await ShellFiles.open(inside)
  return files ? serveOverShell(files) : noSftpMessage
}

function serveOverShell(files: ShellFiles): ExecSession {
  const [ours, theirs] = duplexPair()
  theirs.on('error', () => undefined)
  ours.once('close', () => theirs.destroy())
  const exit = new SftpServer(files).serve(theirs).then(
    () => 0,
    () => {
      ours.destroy()
      return 1
    },
  )
  return { stream: ours, resize: async () => undefined, exit }
}
