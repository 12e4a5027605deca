import { limits } from '#contract/limits.ts'
import { type SubAccount, subAccountStates, subAccounts } from '#contract/sub-accounts.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { loadProjectOptions, NewMemberProjectInput, ProjectInput } from '#src/features/projects/shared.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { computeSpentMonth, SubAccountBudget } from './SubAccountBudget.tsx'
import { SubAccountCard } from './SubAccountCard.tsx'
import { RemainingBudget, SpentMonth } from './SubAccountMoney.tsx'
import { subAccountStateStyles } from './SubAccountStateTag.tsx'

/** Formats the limits of a sub-account in a few words. */
function formatSubAccountLimits({
  price_max: priceMax,
  instances_max: instancesMax,
  monthly,
}: Pick<SubAccount, 'price_max' | 'instances_max' | 'monthly'>): string {
  const parts = [
    priceMax !== null && `单台每小时不超过 ¥${priceMax}`,
    instancesMax !== null && `最多 ${instancesMax} 台`,
    monthly !== null && `每月补足到 ¥${monthly}`,
  ].filter((part) => part !== false)
  return parts.length ? parts.join('，') : '不限'
}

const termFields = [
  { name: 'name', label: '名称', placeholder: '例如 标注组' },
  { name: 'price_max', label: '单台实例每小时最高（元）', placeholder: '不填为不限', help: '下单时超过这个价格会被拒绝。' },
  { name: 'instances_max', label: '同时拥有的实例数', input: 'number', help: '不填为不限，已释放的不算。' },
  {
    name: 'monthly',
    label: '每月补足到（元）',
    placeholder: '不填则不自动补足',
    help: '每月 1 日从你的余额补到这个数；还有余额就少补，余额不足时补多少算多少，并通知你。',
  },
] as const

const projectText = '所属项目'

const noLimitText = '不限'
const isActive = ({ state }: SubAccount) => state === 'active'
const isFrozen = ({ state }: SubAccount) => state === 'frozen'
const isWaiting = ({ invited_until: invitedUntil }: SubAccount) => invitedUntil !== null

/** Accounts paid by the master account, with a hard budget and limits (product §6). */
export default defineResource({
  name: 'sub-accounts',
  label: '子账号',
  meaning: '邀请同事或学生，用你划拨的额度租用算力。对方用短信验证码接受后生效；子账号不能充值、提现和开票，实名沿用你的。',
  path: paths.subAccounts,
  nav: { section: 'settings', order: 50 },
  access: 'main',
  api: {
    list: subAccounts.list,
    one: subAccounts.get,
    create: subAccounts.create,
    update: subAccounts.update,
    remove: subAccounts.remove,
  },
  title: (sub) => sub.name,
  columns: [
    { field: 'name', title: '名称', below: (sub) => <div>{sub.phone}</div> },
    { field: 'state', title: '状态', type: 'status', words: subAccountStates, looks: subAccountStateStyles },
    {
      field: 'remaining',
      title: '剩余额度（元）',
      align: 'end',
      render: (sub) => <RemainingBudget sub={sub} bare />,
      text: ({ remaining }) => remaining,
    },
    {
      field: 'spent_month',
      title: '本月消费（元）',
      align: 'end',
      render: (sub) => <SpentMonth sub={sub} bare />,
      text: computeSpentMonth,
    },
    {
      field: 'instances',
      title: '实例',
      text: ({ instances, running }) => (instances ? `${instances} 台，${running} 台运行` : '无'),
    },
    {
      field: 'project',
      title: '项目',
      type: 'link',
      value: ({ project }) => project?.name,
      to: ({ project }) => project && `${paths.projects}/${project.id}`,
    },
    { field: 'price_max', title: '预算与限制', render: (sub) => <SubAccountBudget sub={sub} />, text: formatSubAccountLimits },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  details: [
    { field: 'phone', title: '登录手机号' },
    {
      field: 'has_password',
      title: '登录方式',
      text: ({ has_password: hasPassword }) => (hasPassword ? '密码或短信验证码' : '短信验证码'),
    },
    { field: 'invited_until', title: '邀请有效期至', type: 'time', none: '已接受' },
    {
      field: 'price_max',
      key: 'price',
      title: '单台实例每小时最高',
      text: ({ price_max: priceMax }) => (priceMax === null ? noLimitText : `¥${priceMax}`),
    },
    {
      field: 'instances_max',
      title: '同时拥有的实例数',
      text: ({ instances_max: instancesMax }) => (instancesMax === null ? noLimitText : `${instancesMax} 台`),
    },
    { field: 'monthly', title: '每月补足到', text: ({ monthly }) => (monthly === null ? '不自动补足' : `¥${monthly}`) },
  ],
  card: (sub) => <SubAccountCard sub={sub} />,
  filters: {
    state: { label: '状态', options: subAccountStates },
    project_id: { label: '项目', options: loadProjectOptions },
  },
  search: '搜索名称或完整手机号',
  form: {
    create: [
      {
        name: 'phone',
        label: '手机号',
        help: `对方会收到一条带验证码的短信，在登录窗口点「接受子账号邀请」并设置自己的密码。${limits.subAccountInvitationDays} 天内有效，不能是已注册的手机号。`,
      },
      termFields[0],
      {
        name: 'project_id',
        label: projectText,
        render: NewMemberProjectInput,
        help: '选择后按项目给新成员的条件填好下面空着的各项，可以再改。',
      },
      {
        name: 'amount',
        label: '划拨额度（元）',
        placeholder: '不填则先不划拨',
        help: '立即从你的余额转入，没有用掉的随时可以收回；撤回邀请时全部退回。',
      },
      ...termFields.slice(1),
    ],
    update: [
      termFields[0],
      {
        name: 'project_id',
        label: projectText,
        render: ProjectInput,
        help: '本月已经得到的额度随之算进新项目；自己的限制和运行中的实例都不变。',
      },
      ...termFields.slice(1),
    ],
    updateValues: ({ project }) => ({ project_id: project?.id ?? null }),
  },
  actions: [
    {
      name: 'invite',
      label: '重新发送邀请',
      icon: <Icon name="mail" />,
      endpoint: subAccounts.invite,
      allowed: isWaiting,
      whenOff: 'hidden',
      effect: `再发一条短信，有效期从现在起重新计算 ${limits.subAccountInvitationDays} 天。同一个手机号一天最多收到 ${limits.subAccountInvitationsPerDay} 条邀请。`,
    },
    {
      name: 'allocate',
      label: '划拨额度',
      icon: <Icon name="plus" />,
      endpoint: subAccounts.allocate,
      allowed: (sub) => !isFrozen(sub),
      effect: '立即从你的余额转给子账号，对方最多花到这个数；没有用掉的随时可以收回。',
      fields: [{ name: 'amount', label: '金额（元）', placeholder: '例如 100' }],
    },
    {
      name: 'take_back',
      label: '收回额度',
      icon: <Icon name="undo" />,
      endpoint: subAccounts.take_back,
      effect: '转回你的余额。已经用掉和运行中未结算的部分不能收回；额度用完后，对方的实例保留 1 小时宽限再关机，数据保留。',
      fields: [{ name: 'amount', label: '金额（元）', placeholder: '不超过剩余额度' }],
    },
    {
      name: 'freeze',
      label: '冻结',
      icon: <Icon name="pause" />,
      danger: true,
      endpoint: subAccounts.freeze,
      allowed: isActive,
      whenOff: 'hidden',
      effect: '对方立即退出登录，运行中的实例关机并停止按量计费；数据、套餐和额度都保留，解冻后继续使用。',
    },
    {
      name: 'unfreeze',
      label: '解冻',
      icon: <Icon name="play" />,
      endpoint: subAccounts.unfreeze,
      allowed: isFrozen,
      whenOff: 'hidden',
      effect: '对方可以重新登录；冻结时关机的实例不会自动开机。',
    },
  ],
  remove: {
    effect:
      '还没有接受的邀请随之撤回。剩余额度全部退回你的余额，对方不能再登录，手机号可以另行注册。还有实例时不能删除；账单都会保留。',
  },
  live: 'wallet',
  pages: { show: () => import('./SubAccountShow.tsx') },
  empty: {
    title: '还没有子账号',
    hint: `邀请同事或学生各开一个，最多 ${limits.subAccountsMax} 个：花费有上限，账单分得清。`,
  },
})
