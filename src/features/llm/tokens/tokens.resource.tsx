import { Link } from 'react-router-dom'
import { type LlmKey, type LlmKeyState, llmKeyStates, llmKeys, llmScopes } from '#contract/llm-keys.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import rowCard from '#src/admin/list/fact-card.module.css'
import { paths } from '#src/paths.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { createLazyInput } from '#src/ui/lazy-input.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { GatewayPanel } from './GatewayPanel.tsx'

const llmKeyStateStyles: StateStyles<LlmKeyState> = {
  active: { icon: 'check', tone: 'success' },
  disabled: { icon: 'pause', tone: 'neutral' },
  expired: { icon: 'clock', tone: 'neutral' },
  used_up: { icon: 'wallet', tone: 'warning' },
}

/** Percent of the cap from which the bar warns. */
const nearlyUsed = 90

/** How much of its cap a key has spent, as a bar; nothing without a cap. */
function CapMeter({ llm_key: { spent, cap } }: { llm_key: LlmKey }) {
  if (cap === null) return null
  const percent = (Number(spent) / Number(cap)) * 100
  const label = `已花 ¥${formatYuan(spent)}，上限 ¥${formatYuan(cap)}`
  return <MeterBar slim parts={[{ name: '已花', percent }]} label={label} tone={percent >= nearlyUsed ? 'warning' : 'plain'} />
}

/** A key as a card on a phone. */
function KeyCard({ llm_key: llmKey }: { llm_key: LlmKey }) {
  const { id, name, prefix, last4, state, spent, cap, last_used_at: lastUsedAt } = llmKey
  return (
    <div className={rowCard.card}>
      <div className={rowCard.head}>
        <Link className={rowCard.name} to={`${paths.accessApi}/${id}`}>
          {name}
        </Link>
        <ToneTag icon={llmKeyStateStyles[state].icon} tone={llmKeyStateStyles[state].tone}>
          {llmKeyStates[state]}
        </ToneTag>
      </div>
      <code>{`${prefix}…${last4}`}</code>
      <CapMeter llm_key={llmKey} />
      <dl className={rowCard.facts}>
        <div>
          <dt>累计</dt>
          <dd>
            <YuanAmount amount={spent} />
          </dd>
        </div>
        <div>
          <dt>上限</dt>
          <dd>{cap === null ? '不限' : <YuanAmount amount={cap} />}</dd>
        </div>
        <div>
          <dt>最近使用</dt>
          <dd>
            <TimeText at={lastUsedAt} none="还没有" />
          </dd>
        </div>
      </dl>
    </div>
  )
}

const loadInputs = () => import('./KeyInputs.tsx')

const fields = [
  { name: 'name', label: '密钥名称', placeholder: '例如 课程助教' },
  {
    name: 'scopes',
    label: '权限',
    render: createLazyInput(async () => (await loadInputs()).ScopesInput),
    initial: Object.keys(llmScopes),
  },
  {
    name: 'models',
    label: '可用模型',
    render: createLazyInput(async () => (await loadInputs()).ModelsInput),
    help: '不选为全部模型，以后上架的也可用。',
    initial: null,
  },
  {
    name: 'cap',
    label: '额度上限（元）',
    render: createLazyInput(async () => (await loadInputs()).SpendCapInput),
    help: '这把密钥累计最多花这么多，到了就拒绝新的请求，一分不超。不填为不限，只受余额限制。',
    initial: null,
  },
  {
    name: 'expires_on',
    label: '可用的最后一天',
    render: createLazyInput(async () => (await loadInputs()).LastDayInput),
    help: '到这一天的 24:00（北京时间）为止；不填为长期有效。',
    initial: null,
  },
] as const

const formatModels = ({ models }: LlmKey) => models?.join('、') ?? '全部模型'
const formatScopes = ({ scopes }: LlmKey) => scopes.map((scope) => llmScopes[scope]).join('、')

/** Keys of the large-model API, which programs use for authentication, with a spending limit each (product §9). */
export default defineResource({
  name: 'tokens',
  label: 'API 密钥',
  meaning: '与 OpenAI 接口兼容：换上接口地址和密钥，现有的程序就能用。按词元计费，从可用余额支付。',
  path: paths.accessApi,
  nav: { section: 'models', order: 10 },
  api: {
    list: llmKeys.list,
    one: llmKeys.get,
    create: llmKeys.create,
    update: llmKeys.update,
    remove: llmKeys.remove,
  },
  title: (key) => key.name,
  columns: [
    { field: 'name', title: '密钥', below: ({ prefix, last4 }) => <div>{`${prefix}…${last4}`}</div> },
    { field: 'state', title: '状态', type: 'status', words: llmKeyStates, looks: llmKeyStateStyles },
    { field: 'models', title: '模型', text: formatModels },
    { field: 'spent_month', title: '本月花费（元）', type: 'yuan' },
    {
      field: 'spent',
      title: '累计 / 上限（元）',
      render: (key) => (
        <>
          <YuanAmount amount={key.spent} bare /> / {key.cap === null ? '不限' : <YuanAmount amount={key.cap} bare />}
          <CapMeter llm_key={key} />
        </>
      ),
      text: ({ spent, cap }) => `${spent} / ${cap ?? '不限'}`,
      align: 'end',
    },
    { field: 'last_used_at', title: '最近使用', type: 'time', none: '还没有用过' },
  ],
  details: [
    { field: 'scopes', title: '权限', text: formatScopes },
    { field: 'expires_on', title: '可用的最后一天', text: ({ expires_on: expiresOn }) => expiresOn ?? '长期有效' },
    { field: 'calls', title: '调用次数' },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  card: (key) => <KeyCard llm_key={key} />,
  filters: { state: { label: '状态', options: llmKeyStates } },
  search: '搜索名称',
  form: { create: fields, update: fields, submit: '创建密钥', createLabel: '创建密钥' },
  actions: [
    { name: 'bills', label: '调用账单', icon: <Icon name="receipt" />, href: ({ id }) => paths.billApiOf({ key_id: id }) },
    {
      name: 'disable',
      label: '停用',
      icon: <Icon name="pause" />,
      endpoint: llmKeys.disable,
      allowed: ({ state }) => state !== 'disabled',
      whenOff: 'hidden',
      effect: '用这把密钥的新请求立即被拒绝，进行中的会完成并计费；随时可以再启用。',
    },
    {
      name: 'enable',
      label: '启用',
      icon: <Icon name="play" />,
      endpoint: llmKeys.enable,
      allowed: ({ state }) => state === 'disabled',
      whenOff: 'hidden',
    },
  ],
  remove: { effect: '用这把密钥的程序立即不能再调用，无法恢复；已产生的调用记录与账单保留。' },
  created: () => import('./NewKeyDialog.tsx'),
  above: GatewayPanel,
  pages: { list: () => import('./AccessApi.tsx'), show: () => import('./KeyShow.tsx') },
  empty: { title: '还没有密钥', hint: '创建一把密钥，把它和接口地址填进你的程序，就可以开始调用。' },
})
