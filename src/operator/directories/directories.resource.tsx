import { type DirectoryKind, directoryKinds } from '#contract/directories.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorDirectory, operatorDirectories } from '#contract/operator/directories.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const stateLabels = { enabled: '已启用', disabled: '未启用', unruled: '待设置对应关系' }
const stateStyles: StateStyles<keyof typeof stateLabels> = {
  enabled: { tone: 'success', icon: 'check' },
  disabled: { tone: 'neutral', icon: 'close' },
  unruled: { tone: 'warning', icon: 'warning' },
}

function computeState({ enabled, rules, has_project: hasProject }: OperatorDirectory): keyof typeof stateLabels {
  if (!enabled) return 'disabled'
  return rules > 0 || hasProject ? 'enabled' : 'unruled'
}

const isOf =
  (...kinds: DirectoryKind[]) =>
  (values: Record<string, unknown>) =>
    kinds.some((kind) => kind === values.kind)

const directoryFields = [
  { name: 'name', label: '名称', placeholder: '例如 示例大学', help: '登录页上显示的名称。' },
  { name: 'slug', label: '组织代码', placeholder: '例如 school', help: '在登录地址里：/sso/school。' },
  {
    name: 'address',
    label: '地址',
    help: 'OpenID Connect 填 Issuer，CAS 填服务的根地址，LDAP 填 ldaps:// 或 ldap:// 地址（ldap:// 会先升级到 TLS）。',
  },
  { name: 'client_id', label: '客户端 ID', when: isOf('oidc') },
  {
    name: 'client_id',
    label: '查询账号',
    placeholder: 'cn=reader,dc=school,dc=cn',
    help: '留空为匿名查询。',
    when: isOf('ldap'),
  },
  { name: 'secret', label: '密钥', help: '客户端密钥或查询账号的密码；修改时留空表示不变。', when: isOf('oidc', 'ldap') },
  { name: 'scopes', label: '授权范围', placeholder: 'openid profile email', when: isOf('oidc') },
  { name: 'base_dn', label: 'Base DN', placeholder: 'ou=people,dc=school,dc=cn', when: isOf('ldap') },
  { name: 'user_filter', label: '查询条件', initial: '(uid={username})', when: isOf('ldap') },
  { name: 'group_base_dn', label: '组的 Base DN', help: '组里记着成员时填写；人的属性里有组时留空。', when: isOf('ldap') },
  { name: 'ca', label: 'CA 证书', input: 'textarea', code: true, help: 'PEM；系统信任的证书不用填。', when: isOf('ldap') },
  {
    name: 'subject_attribute',
    label: '唯一编号的属性',
    help: '永远不会分给别人的编号。留空用 sub（OpenID Connect）、用户名（CAS）或 entryUUID（LDAP；AD 填 objectGUID）。',
  },
  { name: 'name_attribute', label: '姓名的属性', help: '留空用 name，LDAP 用 cn。' },
  { name: 'email_attribute', label: '邮箱的属性', help: '留空用 email，LDAP 用 mail。' },
  { name: 'groups_attribute', label: '组的属性', help: '留空用 groups，LDAP 用 memberOf。' },
  {
    name: 'absent_days',
    label: '多少天没有登录视为离开',
    input: 'number',
    help: '账号停用、实例关机，再次登录即恢复。LDAP 每天自动核对，其他方式无法核对；留空为不限。',
  },
  { name: 'listed', label: '在登录页列出', input: 'switch', initial: false, help: '不列出时，成员用组织代码或登录地址进入。' },
] as const

/** The directories by which organisations' people sign in (decision 113). */
export default defineResource({
  name: 'operator-directories',
  label: '组织登录',
  meaning: '让学校和公司的人用自己的账号登录。平台接入并测试，哪个组属于哪个项目由组织的主账号设置。',
  path: operatorPaths.directories,
  nav: { section: 'users', order: 40 },
  api: {
    list: operatorDirectories.list,
    one: operatorDirectories.get,
    create: operatorDirectories.create,
    update: operatorDirectories.update,
    history: operatorAudit.history,
  },
  title: (directory) => directory.name,
  columns: [
    { field: 'name', title: '组织', below: ({ slug }) => <CellSubline>{`/sso/${slug}`}</CellSubline> },
    { field: 'kind', title: '类型', type: 'word', words: directoryKinds },
    { field: 'enabled', title: '状态', type: 'status', value: computeState, words: stateLabels, looks: stateStyles },
    {
      field: 'master',
      title: '主账号',
      type: 'link',
      value: ({ master }) => `${master.nickname} ${master.phone}`,
      to: ({ master }) => operatorPaths.user(master.id),
    },
    { field: 'people', title: '成员', type: 'count' },
    { field: 'listed', title: '在登录页列出', type: 'yesNo' },
    { field: 'created_at', title: '接入时间', type: 'time' },
  ],
  details: [
    { field: 'return_url', title: '回调地址', type: 'copy', label: '复制回调地址' },
    { field: 'address', title: '地址' },
    { field: 'client_id', title: '客户端或查询账号' },
    { field: 'has_secret', title: '密钥', text: ({ has_secret: hasSecret }) => (hasSecret ? '已保存' : '没有') },
    { field: 'scopes', title: '授权范围' },
    { field: 'base_dn', title: 'Base DN' },
    { field: 'user_filter', title: '查询条件' },
    { field: 'group_base_dn', title: '组的 Base DN' },
    { field: 'subject_attribute', title: '唯一编号的属性' },
    { field: 'name_attribute', title: '姓名的属性' },
    { field: 'email_attribute', title: '邮箱的属性' },
    { field: 'groups_attribute', title: '组的属性' },
    { field: 'absent_days', title: '多少天没有登录视为离开' },
    { field: 'rules', title: '组与项目的对应', type: 'count' },
  ],
  filters: { kind: { label: '类型', options: directoryKinds } },
  search: '搜索名称、代码或主账号',
  form: {
    create: [
      { name: 'kind', label: '类型', input: 'radio', options: directoryKinds, initial: 'oidc' },
      { name: 'master_phone', label: '主账号的手机号', help: '成员是它的子账号，费用由它支付，实名用它的认证；建成后不能更改。' },
      ...directoryFields,
    ],
    update: directoryFields,
    createLabel: '接入组织',
  },
  actions: [
    { name: 'test', label: '测试连接', dialog: () => import('./TestDirectoryDialog.tsx') },
    {
      name: 'enable',
      label: '启用',
      endpoint: operatorDirectories.enable,
      allowed: ({ enabled }) => !enabled,
      whenOff: 'hidden',
      effect: '启用后这个组织的人可以登录；第一次登录即开通账号，费用由主账号支付。',
    },
    {
      name: 'disable',
      label: '停用',
      danger: true,
      endpoint: operatorDirectories.disable,
      allowed: ({ enabled }) => enabled,
      whenOff: 'hidden',
      effect: '停用后不能再登录，已登录的人最多继续一天；账号、实例和数据都在。',
    },
  ],
  empty: { title: '还没有组织', hint: '先在组织的登录服务里登记本站，再把它给出的地址和密钥填到这里。' },
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
})
