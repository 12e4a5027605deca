import ssh2 from 'ssh2'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { computeHostKeyFingerprint } from './ssh-tunnel.ts'

const readyTimeoutMs = 10_000

/** Returns the fingerprint that a machine shows by SSH, and leaves before anything else is said. Throws DriverUnavailable. */
export function readHostKey({ host, port }: { host: string; port: number }): Promise<string> {
  const client = new ssh2.Client()
  return new Promise<string>((resolve, reject) => {
    client.once('error', (error) => reject(new DriverUnavailable(`SSH to ${host}: ${error.message}`, { cause: error })))
    client.once('close', () => reject(new DriverUnavailable(`SSH to ${host} was closed`)))
    client.connect({
      host,
      port,
      username: 'nobody',
      readyTimeout: readyTimeoutMs,
      hostVerifier: (key: Buffer) => {
        resolve(computeHostKeyFingerprint(key))
        return false
      },
    })
  }).finally(() => client.destroy())
}

/** Says in Chinese why a private key cannot be used; undefined if it can. */
export function findKeyFault(privateKey: string): string | undefined {
  const read = ssh2.utils.parseKey(privateKey)
  if (!(read instanceof Error)) return read.isPrivateKey() ? undefined : '这是公钥，请填私钥'
  if (/encrypted/i.test(read.message)) return '私钥有口令，请填没有口令的私钥，或用服务进程的 ssh-agent'
  return '读不懂这个私钥，须为 OpenSSH 或 PEM 格式'
}
