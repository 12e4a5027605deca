import ssh2, { type AuthContext, type ParsedKey, type PublicKeyAuthContext } from 'ssh2'
import type { Deps } from '#server/deps.ts'
import { type Caller, keysThatOpen, type Login, loginByPassword } from '#server/domains/rentals/access/ssh-login.service.ts'

const methods = ['publickey' as const, 'password' as const]

const parsed = (public_key: string): ParsedKey | undefined => {
  const key = ssh2.utils.parseKey(public_key)
  return key instanceof Error ? undefined : key
}

/** Who logged in, and by which key or the password, in words. */
export type Proved = Login & { how: string }

/**
 * Answers one try to log in; `onProved` is done with it before the client hears, and where it fails nobody gets in.
 * Unknown instances, wrong keys and wrong passwords get the same answer.
 */
export async function authenticate(
  deps: Deps,
  context: AuthContext,
  from: Caller,
  onProved: (who: Proved) => Promise<void>,
): Promise<void> {
  const proved = await prove(deps, context, from)
  if (proved === undefined) return context.reject(methods)
  if (proved !== 'would do') await onProved(proved)
  context.accept()
}

async function prove(deps: Deps, context: AuthContext, from: Caller): Promise<Proved | 'would do' | undefined> {
  if (context.method === 'publickey') return proveByKey(deps, context)
  if (context.method !== 'password') return undefined
  const login = await loginByPassword(deps, context.username, context.password, from)
  return login && { ...login, how: '密码' }
}

async function proveByKey(deps: Deps, context: PublicKeyAuthContext): Promise<Proved | 'would do' | undefined> {
  if (context.key.algo === 'ssh-rsa' && context.hashAlgo === undefined) return undefined // signed with SHA-1
  const { login, keys } = await keysThatOpen(deps, context.username)
  for (const { name, public_key } of keys) {
    const key = parsed(public_key)
    if (!key?.getPublicSSH().equals(context.key.data)) continue
    if (!context.signature || !context.blob) return 'would do'
    return key.verify(context.blob, context.signature, context.hashAlgo) === true ? { ...login, how: `密钥 ${name}` } : undefined
  }
  return undefined
}
