import ssh2, { type AuthContext, type ParsedKey, type PublicKeyAuthContext } from 'ssh2'
import type { Deps } from '#server/deps.ts'
import {
  listInstancePublicKeys,
  logInByPassword,
  type SshClient,
  type SshLogin,
} from '#server/domains/rentals/access/ssh-login.service.ts'

const loginMethods = ['publickey' as const, 'password' as const]

const parsePublicKey = (publicKey: string): ParsedKey | undefined => {
  const key = ssh2.utils.parseKey(publicKey)
  return key instanceof Error ? undefined : key
}

/** Who logged in, and with which key or the password, as text. */
export type ProvedLogin = SshLogin & { how: string }

/**
 * Handles one login attempt. Awaits `onProved` before the client gets the answer; if it fails, the login fails. Unknown
 * instances, wrong keys and wrong passwords get the same answer.
 */
export async function authenticateSsh(
  deps: Deps,
  context: AuthContext,
  from: SshClient,
  onProved: (who: ProvedLogin) => Promise<void>,
): Promise<void> {
  const proved = await proveLogin(deps, context, from)
  if (proved === undefined) return context.reject(loginMethods)
  if (proved !== 'would do') await onProved(proved)
  context.accept()
}

async function proveLogin(deps: Deps, context: AuthContext, from: SshClient): Promise<ProvedLogin | 'would do' | undefined> {
  if (context.method === 'publickey') return proveByKey(deps, context)
  if (context.method !== 'password') return undefined
  const login = await logInByPassword(deps, context.username, context.password, from)
  return login && { ...login, how: '密码' }
}

async function proveByKey(deps: Deps, context: PublicKeyAuthContext): Promise<ProvedLogin | 'would do' | undefined> {
  if (context.key.algo === 'ssh-rsa' && context.hashAlgo === undefined) return undefined // signed with SHA-1
  const { login, keys } = await listInstancePublicKeys(deps, context.username)
  for (const { name, public_key: publicKey } of keys) {
    const key = parsePublicKey(publicKey)
    if (!key?.getPublicSSH().equals(context.key.data)) continue
    if (!context.signature || !context.blob) return 'would do'
    return key.verify(context.blob, context.signature, context.hashAlgo) === true ? { ...login, how: `密钥 ${name}` } : undefined
  }
  return undefined
}
