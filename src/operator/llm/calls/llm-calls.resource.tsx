import { limits } from '#contract/limits.ts'
import { llmCallStates } from '#contract/llm-bills.ts'
import { operatorLlmCalls, operatorLlmModels } from '#contract/operator/llm.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'
import { llmCallStateStyles } from '#src/features/llm/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** Totals of all calls that match the filters. */
function OperatorCallSums({ state: { filters } }: { state: ListState }) {
  const { data } = useEndpoint(operatorLlmCalls.sum, { query: filters }, { keep: true })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '费用', value: data && <YuanAmount amount={data.cost} as="price" /> },
        { name: '已入账', value: data && <YuanAmount amount={data.posted} /> },
        { name: '调用', value: data && `${data.calls} 次` },
        { name: '失败', value: data && `${data.errors} 次` },
        { name: '用户', value: data && `${data.users} 人` },
      ]}
    />
  )
}

const loadModelOptions = async () => {
  const { data } = await callEndpoint(operatorLlmModels.list, { query: { page_size: limits.pageSizeMax } })
  return Object.fromEntries(data.map(({ id }) => [id, id]))
}

/** Every large-model API call by any user; prompts and answers are never stored (product §10). */
export default defineResource({
  name: 'operator-llm-calls',
  label: '大模型调用',
  meaning: '每一次调用的用量、费用与成败。平台不保存提问与回答。',
  path: operatorPaths.llmCalls,
  nav: { section: 'model_api', order: 20 },
  api: { list: operatorLlmCalls.list },
  title: ({ request_id: requestId }) => requestId,
  columns: [
    { field: 'request_id', title: '请求编号' },
    createPersonColumn('owner', '用户'),
    { field: 'model', title: '模型' },
    { field: 'state', title: '状态', type: 'status', words: llmCallStates, looks: llmCallStateStyles },
    {
      field: 'http_status',
      title: '状态码',
      text: ({ http_status: httpStatus, error_code: errorCode }) => [httpStatus, errorCode].filter(Boolean).join(' '),
    },
    {
      field: 'prompt_tokens',
      title: '词元（输入 / 输出）',
      text: ({ prompt_tokens: input, completion_tokens: output }) => `${formatCount(input)} / ${formatCount(output)}`,
      align: 'end',
    },
    { field: 'total_ms', title: '用时', text: ({ total_ms: totalMs }) => `${(totalMs / 1000).toFixed(2)} 秒`, align: 'end' },
    { field: 'cost', title: '费用（元）', type: 'yuan' },
    { field: 'at', title: '时间', type: 'time' },
  ],
  filters: {
    model: { label: '模型', options: loadModelOptions },
    state: { label: '状态', options: llmCallStates },
  },
  search: '请求编号或用户',
  summary: OperatorCallSums,
  empty: { title: '还没有调用', hint: '有用户调用大模型之后，这里逐次列出用量与费用。' },
})
