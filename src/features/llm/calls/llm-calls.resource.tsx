import { Link } from 'react-router-dom'
import { llm_bills, llm_call_states } from '#contract/llm-bills.ts'
import { llm_kinds } from '#contract/llm-models.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { countText } from '#src/ui/count-text.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { CallCard } from './CallCard.tsx'
import { call_looks, keyText, secondsText } from './call-display.ts'
import { CallSums } from './OwnCallSums.tsx'
import { usedOptions } from './subject-options.ts'

/** 调用账单: every call of the large-model API, what it took and what it cost (product §9). */
export default defineResource({
  name: 'llm-calls',
  label: '调用账单',
  meaning: '每一次调用用了多少词元、花了多少钱。只记用量，不记你问了什么、模型答了什么。',
  path: paths.bill_api,
  nav: { group: 'model', order: 20, icon: 'rows' },
  api: { list: llm_bills.calls, one: llm_bills.call, export: llm_bills.export },
  title: ({ model, at }) => `${model} ${formatTimeExact(at)}`,
  columns: [
    { field: 'at', title: '结束时间', type: 'time' },
    { field: 'model', title: '模型' },
    { field: 'key_name', title: '密钥', text: keyText },
    { field: 'state', title: '状态', type: 'status', words: llm_call_states, looks: call_looks },
    { field: 'prompt_tokens', title: '输入（词元）', text: ({ prompt_tokens }) => countText(prompt_tokens), align: 'end' },
    { field: 'completion_tokens', title: '输出（词元）', text: (row) => countText(row.completion_tokens), align: 'end' },
    { field: 'total_ms', title: '用时', text: ({ total_ms }) => secondsText(total_ms), align: 'end' },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
  ],
  details: [
    { field: 'kind', title: '类型', text: ({ kind, stream }) => `${llm_kinds[kind]}${stream ? '，流式' : ''}` },
    { field: 'started_at', title: '开始时间', text: ({ started_at }) => formatTimeExact(started_at) },
    { field: 'first_byte_ms', title: '首字节用时', text: ({ first_byte_ms }) => secondsText(first_byte_ms) },
    { field: 'cached_tokens', title: '其中命中缓存（词元）', text: ({ cached_tokens }) => countText(cached_tokens) },
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
      text: ({ http_status, error_code }) => [http_status, error_code].filter(Boolean).join(' '),
    },
    { field: 'request_id', title: '请求编号' },
  ],
  card: (row) => <CallCard row={row} />,
  filters: {
    key_id: { label: '密钥', options: async () => (await usedOptions()).keys },
    model: { label: '模型', options: async () => (await usedOptions()).models },
    state: { label: '状态', options: llm_call_states },
  },
  search: '搜索请求编号',
  summary: CallSums,
  empty: {
    title: '还没有调用',
    hint: '用密钥发出第一个请求，或在接入页试用一次，这里就会出现一行。',
    action: <Link to={paths.access_api}>去接入</Link>,
  },
})
