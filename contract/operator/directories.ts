import { z } from 'zod'
import { type DirectoryKind, DirectoryKindName, DirectorySlug } from '../directories.ts'
import { endpoint, longBodyMaxBytes } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { parseUrl } from '../parse-url.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Name, Phone, Time } from '../scalars.ts'

const Text = (max: number, label: string) => z.string().trim().max(max, `${label}最多 ${max} 个字符`).default('')
const AttributeName = (label: string) =>
  z
    .string()
    .trim()
    .max(128, `${label}过长`)
    .refine((v) => v === '' || /^[\w.:/-]+$/.test(v), `${label}只能包含字母、数字和 . : / - _`)
    .default('')

/** Settings as they are typed and shown; each kind uses some of them. The secret is never shown. */
const settingsFields = {
  address: z
    .string({ error: '请输入地址' })
    .trim()
    .min(1, '请输入地址')
    .max(512, '地址过长')
    .meta({
      examples: ['https://sso.school.edu.cn'],
    }),
  client_id: Text(512, '客户端'),
  scopes: Text(256, '授权范围'),
  base_dn: Text(512, 'Base DN'),
  user_filter: Text(512, '查询条件'),
  group_base_dn: Text(512, '组的 Base DN'),
  ca: z.string().trim().max(20_000, '证书过长').default(''),
  subject_attribute: AttributeName('唯一编号的属性'),
  name_attribute: AttributeName('姓名的属性'),
  email_attribute: AttributeName('邮箱的属性'),
  groups_attribute: AttributeName('组的属性'),
}

const ShownSettings = z.object({
  address: z.string(),
  client_id: z.string(),
  scopes: z.string(),
  base_dn: z.string(),
  user_filter: z.string(),
  group_base_dn: z.string(),
  ca: z.string(),
  subject_attribute: z.string(),
  name_attribute: z.string(),
  email_attribute: z.string(),
  groups_attribute: z.string(),
})

export const OperatorDirectory = ShownSettings.extend({
  id: Id,
  slug: z.string(),
  name: z.string(),
  kind: DirectoryKindName,
  master: z.object({ id: Id, nickname: z.string(), phone: z.string().meta({ description: '脱敏手机号' }) }),
  enabled: z.boolean(),
  listed: z.boolean(),
  absent_days: z.number().int().nullable(),
  has_secret: z.boolean(),
  people: z.number().int().meta({ description: '登录过、没有离开的人数' }),
  rules: z.number().int().meta({ description: '主账号设置的组与项目的对应；连同默认项目都没有时，谁也不能登录' }),
  has_project: z.boolean().meta({ description: '主账号设置了默认项目' }),
  return_url: z.string().meta({ description: '登记在组织一侧的回调地址' }),
  created_at: Time,
}).meta({ id: 'OperatorDirectory' })
export type OperatorDirectory = z.infer<typeof OperatorDirectory>

const common = {
  name: Name(40, '名称'),
  slug: DirectorySlug,
  listed: z.boolean().default(false),
  absent_days: z
    .number()
    .int('天数须为整数')
    .min(7, '至少 7 天')
    .max(730, '最多 730 天')
    .nullish()
    .transform((v) => v ?? null),
  secret: z.string().max(1024, '密钥过长').optional().meta({ description: '留空表示不修改' }),
  ...settingsFields,
}

/** Protocols an address may have; without encryption only on the same machine. */
const protocols: Record<DirectoryKind, { secure: string; plain: string; message: string }> = {
  oidc: { secure: 'https:', plain: 'http:', message: '请输入以 https:// 开头的地址' },
  cas: { secure: 'https:', plain: 'http:', message: '请输入以 https:// 开头的地址' },
  ldap: { secure: 'ldaps:', plain: 'ldap:', message: '请输入以 ldaps:// 或 ldap:// 开头的地址；ldap:// 会先升级到 TLS' },
}
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function isFitAddress(kind: DirectoryKind, address: string): boolean {
  const url = parseUrl(address)
  if (!url || url.username || url.password || url.search || url.hash) return false
  const { secure, plain } = protocols[kind]
  return url.protocol === secure || (url.protocol === plain && (kind === 'ldap' || loopback.has(url.hostname)))
}

interface DirectoryForm {
  kind: DirectoryKind
  address: string
  client_id: string
  base_dn: string
  user_filter: string
}

/** Returns the field that is missing or wrong for the kind, with its message. */
export function findUnfitField(form: DirectoryForm): [keyof DirectoryForm, string] | undefined {
  const { kind } = form
  if (!isFitAddress(kind, form.address)) return ['address', protocols[kind].message]
  if (kind === 'oidc' && !form.client_id) return ['client_id', '请输入客户端 ID']
  if (kind !== 'ldap') return
  if (!form.base_dn) return ['base_dn', '请输入 Base DN']
  const filter = form.user_filter
  if (!/^\(.*\)$/.test(filter) || !filter.includes('{username}')) {
    return ['user_filter', '请输入带括号、含 {username} 的查询条件，例如 (uid={username})']
  }
}

const source = 'decided: 113' as const
const defineAction = createRowActionDefiner({
  path: '/api/v1/operator/directory/:id',
  access: 'operator_admin',
  stepUp: true,
  source,
  params: ById,
  data: OperatorDirectory,
})

/** Directories of organisations, which operators connect (decision 113). */
export const operatorDirectories = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/directory/list',
    access: 'operator',
    summary: '组织登录',
    description: "Lists the organisations' directories by which people sign in.",
    source,
    query: listQuery(['created_at', 'name'], { keyword: Keyword, kind: DirectoryKindName.optional() }),
    data: z.array(OperatorDirectory),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/directory/:id',
    access: 'operator',
    summary: '组织登录的详情',
    description: "Returns one organisation's directory with its settings, but without its secret.",
    source,
    params: ById,
    data: OperatorDirectory,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/directory',
    access: 'operator_admin',
    idempotent: true,
    stepUp: true,
    summary: '接入一个组织的登录；测试通过后再启用',
    description: "Connects an organisation's directory to a master account; nobody can sign in by it before it is enabled.",
    message: '已保存，测试通过后再启用',
    maxBodyBytes: longBodyMaxBytes,
    source,
    body: z.object({
      kind: DirectoryKindName,
      master_phone: Phone.meta({ description: '组织的主账号的手机号' }),
      ...common,
    }),
    data: OperatorDirectory,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/directory/:id',
    access: 'operator_admin',
    idempotent: true,
    stepUp: true,
    summary: '修改组织登录；类型与主账号不能修改',
    description: "Changes an organisation's directory; its kind and its master account stay.",
    message: '已保存',
    maxBodyBytes: longBodyMaxBytes,
    source,
    params: ById,
    body: z.object(common),
    data: OperatorDirectory,
  }),
  test: endpoint({
    method: 'GET',
    path: '/api/v1/operator/directory/:id/test',
    access: 'operator_admin',
    summary: '测试连接',
    description: "Asks an organisation's directory whether it answers and takes the settings.",
    source,
    params: ById,
    data: z.object({ ok: z.boolean(), answer: z.string() }),
  }),
  enable: defineAction('enable', '启用', 'Lets people sign in by a directory.', '已启用'),
  disable: defineAction(
    'disable',
    '停用；已登录的人不受影响',
    'Keeps people from signing in by a directory; who is signed in stays so.',
    '已停用',
  ),
}
