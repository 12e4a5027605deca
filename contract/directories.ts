import { z } from 'zod'
import { AuthTokens } from './auth.ts'
import { endpoint, longBodyMaxBytes } from './endpoint.ts'
import { limits } from './limits.ts'
import { ById, Id, Name, Time } from './scalars.ts'

/** How an organisation vouches for its people. */
export const directoryKinds = { oidc: 'OpenID Connect', cas: 'CAS', ldap: 'LDAP' } as const
export type DirectoryKind = keyof typeof directoryKinds
export const DirectoryKindName = z.enum(Object.keys(directoryKinds) as [DirectoryKind, ...DirectoryKind[]], {
  error: '请选择类型',
})

export const DirectorySlug = z
  .string({ error: '请输入组织代码' })
  .trim()
  .min(1, '请输入组织代码')
  .refine((v) => v === '' || /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(v), '组织代码为 1-32 位小写字母、数字或连字符')
  .meta({ examples: ['school'] })

/** A password of the organisation's; the directory alone knows its rules. */
export const DirectoryPassword = z.string({ error: '请输入密码' }).min(1, '请输入密码').max(256, '密码过长')

/** What somebody who signs in may know of an organisation's directory. */
export const Directory = z.object({ slug: z.string(), name: z.string(), kind: DirectoryKindName }).meta({ id: 'Directory' })
export type Directory = z.infer<typeof Directory>

/** A browser's way to the provider. `browser` stays with the browser, so that nobody else can finish its visit. */
export const DirectoryVisit = z.object({
  url: z.string().meta({ description: '组织的登录地址，请在浏览器里打开' }),
  browser: z.string().meta({ description: '只留在这个浏览器里，回来时一并提交' }),
  expires_at: Time,
})
export type DirectoryVisit = z.infer<typeof DirectoryVisit>

const token = (label: string) => z.string({ error: `缺少${label}` }).regex(/^[\w-]{1,64}$/, `${label}有误`)

/** What the provider sent the browser back with. */
export const DirectoryReturn = z.object({
  state: token('state'),
  browser: token('browser'),
  answer: z.string().max(4096, '组织返回的内容过长').meta({ description: '回到本站时地址里 ? 之后的全部内容' }),
})
export type DirectoryReturn = z.output<typeof DirectoryReturn>

/** A group of the directory and the project its people belong to. */
const GroupRule = z.object({ group: Name(256, '组'), project_id: Id })

/** A directory as the organisation's master account sees it. */
export const OwnDirectory = Directory.extend({
  id: Id,
  enabled: z.boolean(),
  people: z.number().int().meta({ description: '登录过、没有离开的人数' }),
  project_id: Id.nullable().meta({ description: '没有任何组对应时进入的项目；为 null 时不能登录' }),
  rules: z.array(GroupRule).meta({ description: '依次比较，第一个符合的生效' }),
}).meta({ id: 'OwnDirectory' })
export type OwnDirectory = z.infer<typeof OwnDirectory>

const own = { access: 'main', source: 'decided: 113' } as const

/** Sign-in by an organisation's own directory (decision 113). */
export const directories = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/directory/list',
    access: 'public',
    summary: '登录页列出的组织',
    description: 'Lists the organisations that the sign-in page shows.',
    source: 'decided: 113',
    data: z.array(Directory),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/directory/:slug',
    access: 'public',
    summary: '按组织代码查找',
    description: 'Returns the organisation of a code, listed or not.',
    source: 'decided: 113',
    params: z.object({ slug: DirectorySlug }),
    data: Directory,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v1/directory/begin',
    access: 'public',
    summary: '去组织的登录页（OpenID Connect 与 CAS）',
    description: "Returns the address of the organisation's own sign-in page; it sends the browser back within ten minutes.",
    source: 'decided: 113',
    body: z.object({ slug: DirectorySlug }),
    data: DirectoryVisit,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/v1/directory/finish',
    access: 'public',
    provesIdentity: true,
    summary: '从组织的登录页回来，完成登录；第一次登录即开通账号',
    description: "Signs in by what the organisation's sign-in page sent the browser back with; the first time opens the account.",
    message: '登录成功',
    source: 'decided: 113',
    body: DirectoryReturn,
    data: AuthTokens,
  }),
  sign_in: endpoint({
    method: 'POST',
    path: '/api/v1/directory/sign_in',
    access: 'public',
    provesIdentity: true,
    summary: '用组织的用户名与密码登录（LDAP）',
    description: "Signs in by a user name and a password of the organisation's directory; the first time opens the account.",
    message: '登录成功',
    source: 'decided: 113',
    body: z.object({
      slug: DirectorySlug,
      username: Name(128, '用户名'),
      password: DirectoryPassword,
    }),
    data: AuthTokens,
  }),
  begin_step_up: endpoint({
    method: 'POST',
    path: '/api/v1/step_up/directory',
    access: 'user',
    summary: '去组织的登录页验证身份',
    description: "Returns the address where the caller's organisation asks for the caller's password again.",
    source: 'decided: 113',
    data: DirectoryVisit,
  }),
  finish_step_up: endpoint({
    method: 'POST',
    path: '/api/v1/step_up/directory/finish',
    access: 'user',
    provesIdentity: true,
    summary: '从组织的登录页回来，身份已验证',
    description: "Proves the caller's identity by what the organisation's sign-in page sent back, for this session, ten minutes.",
    message: '身份已验证',
    source: 'decided: 113',
    body: DirectoryReturn,
    data: z.object({ valid_until: Time }),
  }),
  prove_password: endpoint({
    method: 'POST',
    path: '/api/v1/step_up/directory/password',
    access: 'user',
    provesIdentity: true,
    summary: '用组织的密码验证身份（LDAP）',
    description:
      "Proves the caller's identity by the password of the organisation's directory, for this session and ten minutes.",
    message: '身份已验证',
    source: 'decided: 113',
    body: z.object({ password: DirectoryPassword }),
    data: z.object({ valid_until: Time }),
  }),
  own_list: endpoint({
    ...own,
    method: 'GET',
    path: '/api/v1/own_directory/list',
    summary: '自己组织的登录方式，以及组与项目的对应',
    description: "Lists the directories of the caller's organisation and which of their groups belong to which project.",
    data: z.array(OwnDirectory),
  }),
  update_rules: endpoint({
    ...own,
    method: 'PUT',
    path: '/api/v1/own_directory/:id',
    owned: 'directory',
    idempotent: true,
    stepUp: true,
    summary: '修改组与项目的对应；下次登录时生效',
    description: 'Sets which groups belong to which project; it applies to each person at the next sign-in.',
    message: '对应关系已保存，成员下次登录时生效',
    maxBodyBytes: longBodyMaxBytes,
    params: ById,
    body: z.object({
      project_id: Id.nullish().transform((v) => v ?? null),
      rules: z
        .array(GroupRule)
        .max(limits.directoryRulesMax, `最多 ${limits.directoryRulesMax} 条`)
        .superRefine((rules, { addIssue }) => {
          const seen = new Set<string>()
          for (const [index, { group }] of rules.entries()) {
            if (seen.has(group)) addIssue({ code: 'custom', path: [index, 'group'], message: '这个组已经有一条' })
            seen.add(group)
          }
        }),
    }),
    data: OwnDirectory,
  }),
}
