import { Link } from 'react-router-dom'
import { type LlmCall, llmBills, llmCallStates, playgroundKey } from '#contract/llm-bills.ts'
import { llmKinds } from '#contract/llm-models.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import rowCard from '#src/admin/list/fact-card.module.css'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { llmCallStateStyles } from './llm-call-styles.ts'
import styles from './llm-calls.resource.module.css'
import { OwnCallSums } from './OwnCallSums.tsx'

/** Calls of the console itself have no key. */
const formatCallKey = ({ key_name: keyName }: { key_name: string | null }): string => keyName ?? '控制台试用'

/** Formats milliseconds as `0.35 秒`; a dash if there was no answer. */
const formatCallSeconds = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(2)} 秒`)

/** A call as a card on a phone. */
function CallCard({ row }: { row: LlmCall }) {
  const { id, model, state, at, cost, prompt_tokens: promptTokens, completion_tokens: completionTokens } = row
  return (
    <div className={`${rowCard.card} ${styles.card}`}>
      <div className={rowCard.head}>
        <Link className={`${rowCard.name} ${styles.name}`} to={`${paths.billApi}/${id}`}>
          {model}
        </Link>
        <YuanAmount amount={cost} />
      </div>
      <div className={rowCard.head}>
        <span>{formatCallKey(row)}</span>
        <StateTag state={state} looks={llmCallStateStyles} words={llmCallStates} />
      </div>
      <div className={rowCard.head}>
        <span>
          输入 {formatCount(promptTokens)}，输出 {formatCount(completionTokens)}
        </span>
        <TimeText at={at} />
      </div>
    </div>
  )
}

/** Loads the keys and models that were used, including deleted ones. */
async function loadCallSubjectOptions(): Promise<{ keys: OptionLabels; models: OptionLabels }> {
  const { data } = await callEndpoint(llmBills.subjects)
  return {
    keys: Object.fromEntries(data.keys.map(({ id, name }) => [id ?? playgroundKey, formatCallKey({ key_name: name })])),
    models: Object.fromEntries(data.models.map((model) => [model, model])),
  }
}

/** 调用账单: every call of the large-model API with its usage and cost (product §9). */
export default defineResource({
  name: 'llm-calls',
  label: '调用账单',
  meaning: '每一次调用用了多少词元、花了多少钱。只记用量，不记你问了什么、模型答了什么。',
  path: paths.billApi,
  nav: { section: 'models', order: 20 },
  api: { list: llmBills.calls, one: llmBills.call, export: llmBills.export, export_task: llmBills.export_task },
  title: ({ model, at }) => `${model} ${formatTimeExact(at)}`,
  columns: [
    { field: 'at', title: '结束时间', type: 'time' },
    { field: 'model', title: '模型' },
    { field: 'key_name', title: '密钥', text: formatCallKey },
    { field: 'state', title: '状态', type: 'status', words: llmCallStates, looks: llmCallStateStyles },
    {
      field: 'prompt_tokens',
      title: '输入（词元）',
      text: ({ prompt_tokens: promptTokens }) => formatCount(promptTokens),
      align: 'end',
    },
    { field: 'completion_tokens', title: '输出（词元）', text: (row) => formatCount(row.completion_tokens), align: 'end' },
    { field: 'total_ms', title: '用时', text: ({ total_ms: totalMs }) => formatCallSeconds(totalMs), align: 'end' },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
  ],
  details: [
    { field: 'kind', title: '类型', text: ({ kind, stream }) => `${llmKinds[kind]}${stream ? '，流式' : ''}` },
    { field: 'started_at', title: '开始时间', text: ({ started_at: startedAt }) => formatTimeExact(startedAt) },
    { field: 'first_byte_ms', title: '首字节用时', text: ({ first_byte_ms: firstByteMs }) => formatCallSeconds(firstByteMs) },
    {
      field: 'cached_tokens',
      title: '其中命中缓存（词元）',
      text: ({ cached_tokens: cachedTokens }) => formatCount(cachedTokens),
    },
    {
      field: 'price',
      title: '开始时的价格（元 / 百万词元）',
      text: ({ price }) => `输入 ${price.input}，命中缓存 ${price.cached_input}，输出 ${price.output}`,
    },
    {
      field: 'posted',
      title: '这次结算入账',
      text: ({ posted }) => `¥${posted}（不足 1 分的留到之后的调用）`,
    },
    {
      field: 'estimated',
      title: '用量来源',
      text: ({ estimated }) => (estimated ? '上游没有给出，按约定的算法估计' : '上游给出'),
    },
    {
      field: 'http_status',
      title: '状态码',
      text: ({ http_status: httpStatus, error_code: errorCode }) => [httpStatus, errorCode].filter(Boolean).join(' '),
    },
    { field: 'request_id', title: '请求编号' },
  ],
  card: (row) => <CallCard row={row} />,
  filters: {
    key_id: { label: '密钥', options: async () => (await loadCallSubjectOptions()).keys },
    model: { label: '模型', options: async () => (await loadCallSubjectOptions()).models },
    state: { label: '状态', options: llmCallStates },
  },
  search: '搜索请求编号',
  summary: OwnCallSums,
  empty: {
    title: '还没有调用',
    hint: '用密钥发出第一个请求，或在接入页试用一次，这里就会出现一行。',
    action: <Link to={paths.accessApi}>去接入</Link>,
  },
})
