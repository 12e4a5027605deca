import { limits } from '#contract/limits.ts'
import { llm_call_states } from '#contract/llm-bills.ts'
import { operator_llm_calls, operator_llm_models } from '#contract/operator/llm.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { call } from '#src/api/call.ts'
import { operator_paths } from '#src/operator/paths.ts'
import type { Looks } from '#src/ui/StateTag.tsx'
import { CallSums } from './OperatorCallSums.tsx'

const looks: Looks<keyof typeof llm_call_states> = {
  ok: { icon: 'check', tone: 'success' },
  error: { icon: 'warning', tone: 'danger' },
  aborted: { icon: 'pause', tone: 'neutral' },
}

const modelOptions = async () => {
  const { data } = await call(operator_llm_models.list, { query: { page_size: limits.page_size_max } })
  return Object.fromEntries(data.map(({ id }) => [id, id]))
}

/** Every call of the large-model API, whoever made it; never what was asked or answered (product §10). */
export default defineResource({
  name: 'operator-llm-calls',
  label: '大模型调用',
  meaning: '每一次调用的用量、费用与成败。平台不保存提问与回答。',
  path: operator_paths.llm_calls,
  nav: { group: 'model_api', order: 20, icon: 'rows' },
  api: { list: operator_llm_calls.list },
  title: ({ request_id }) => request_id,
  columns: [
    { field: 'request_id', title: '请求编号' },
    {
      field: 'owner',
      title: '用户',
      type: 'link',
      value: ({ owner }) => owner.nickname,
      to: ({ owner }) => operator_paths.user(owner.id),
    },
    { field: 'model', title: '模型' },
    { field: 'state', title: '状态', type: 'status', words: llm_call_states, looks },
    {
      field: 'http_status',
      title: '状态码',
      text: ({ http_status, error_code }) => [http_status, error_code].filter(Boolean).join(' '),
    },
    {
      field: 'prompt_tokens',
      title: '词元（输入 / 输出）',
      text: ({ prompt_tokens, completion_tokens }) => `${prompt_tokens} / ${completion_tokens}`,
      align: 'end',
    },
    { field: 'total_ms', title: '用时', text: ({ total_ms }) => `${(total_ms / 1000).toFixed(2)} 秒`, align: 'end' },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
    { field: 'at', title: '时间', type: 'time' },
  ],
  filters: {
    model: { label: '模型', options: modelOptions },
    state: { label: '状态', options: llm_call_states },
  },
  search: '搜索请求编号、用户昵称或编号',
  summary: CallSums,
  empty: { title: '还没有调用', hint: '有用户调用大模型之后，这里逐次列出用量与费用。' },
})
