import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Keyword, listQuery } from './list.ts'
import { ById, Id, Name, Time } from './scalars.ts'

export const KeyAlgorithm = z.enum(['ed25519', 'ecdsa', 'rsa'])
/** Algorithms of keys generated here; other keys can only be imported. */
export const GeneratedKeyAlgorithm = KeyAlgorithm.exclude(['ecdsa'])

/** A user's SSH key pair; only the public key is stored. */
export const SecretKey = z
  .object({
    id: Id,
    name: z.string(),
    algorithm: KeyAlgorithm,
    bits: z.number().int(),
    fingerprint: z.string().meta({ description: 'SHA256:…，OpenSSH 格式' }),
    public_key: z.string(),
    created_at: Time,
  })
  .meta({ id: 'SecretKey' })
export type SecretKey = z.infer<typeof SecretKey>

const KeyName = Name(40, '密钥名称')

export const secretKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/secret_key/list',
    access: 'user',
    summary: 'SSH 密钥列表',
    description: 'Lists the SSH keys of the caller, newest first; private keys are never kept.',
    source: 'decided: requirements §2 names the page, §7 no call',
    query: listQuery(['created_at', 'name'], { keyword: Keyword, algorithm: KeyAlgorithm.optional() }),
    data: z.array(SecretKey),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/secret_key/:id',
    access: 'user',
    owned: 'secret_key',
    summary: 'SSH 密钥详情',
    description: 'Returns one SSH key with its public part and fingerprint.',
    source: 'decided: as list',
    params: ById,
    data: SecretKey,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/secret_key',
    access: 'user',
    idempotent: true,
    secretAnswer: true,
    summary: '导入公钥，或生成密钥对（私钥只返回这一次）',
    description: 'Imports a public key or generates a key pair, whose private key is returned this once.',
    message: '密钥已保存',
    source: 'decided: as list',
    body: z.discriminatedUnion('mode', [
      z.object({
        mode: z.literal('import'),
        name: KeyName,
        public_key: z.string({ error: '请粘贴公钥' }).trim().min(1, '请粘贴公钥').max(8192, '公钥过长'),
      }),
      z.object({ mode: z.literal('generate'), name: KeyName, algorithm: GeneratedKeyAlgorithm.default('ed25519') }),
    ]),
    data: SecretKey.extend({ private_key: z.string().nullable().meta({ description: 'OpenSSH 私钥，仅生成时返回' }) }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/secret_key/:id',
    access: 'user',
    owned: 'secret_key',
    summary: '改名',
    description: 'Renames an SSH key.',
    message: '已改名',
    source: 'decided: as list',
    params: ById,
    body: z.object({ name: KeyName }),
    data: SecretKey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/secret_key/:id',
    access: 'user',
    owned: 'secret_key',
    summary: '删除密钥；已运行的实例不受影响',
    description: 'Deletes an SSH key; running instances are not affected.',
    message: '已删除密钥',
    source: 'decided: as list',
    params: ById,
    data: z.null(),
  }),
}
