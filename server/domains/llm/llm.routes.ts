import { llmBills } from '#contract/llm-bills.ts'
import { llmKeys } from '#contract/llm-keys.ts'
import { llmModels } from '#contract/llm-models.ts'
import {
  buildCallsExport,
  getCall,
  listCallDays,
  listCallSubjects,
  listCalls,
  sumCalls,
} from '#server/domains/llm/bills.service.ts'
import {
  createLlmKey,
  deleteLlmKey,
  disableLlmKey,
  enableLlmKey,
  getLlmKey,
  listLlmKeys,
  updateLlmKey,
} from '#server/domains/llm/llm-keys.service.ts'
import { getLlmGateway, listLlmModels } from '#server/domains/llm/models.service.ts'
import { exportMonthBill, getMonthBill, listMonthBills } from '#server/domains/llm/month-bills.service.ts'
import { createExportTask } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { answerExport } from '#server/http/csv.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** Console endpoints for large models; the calls themselves are served by gateway.routes. */
export function llmRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'llm_models', llmModels, { list: listLlmModels, gateway: getLlmGateway })
  mountEndpoints(http, 'llm_keys', llmKeys, {
    list: (ctx, { query }) => listLlmKeys(ctx, query),
    get: (ctx, { params }) => getLlmKey(ctx, params.id),
    create: (ctx, { body }) => createLlmKey(ctx, body),
    update: (ctx, { params, body }) => updateLlmKey(ctx, params.id, body),
    disable: (ctx, { params }) => disableLlmKey(ctx, params.id),
    enable: (ctx, { params }) => enableLlmKey(ctx, params.id),
    remove: async (ctx, { params }) => {
      await deleteLlmKey(ctx, params.id)
      return null
    },
  })
  mountEndpoints(http, 'llm_bills', llmBills, {
    calls: (ctx, { query }) => listCalls(ctx, query),
    sum: (ctx, { query }) => sumCalls(ctx, query),
    days: (ctx, { query }) => listCallDays(ctx, query),
    export: (ctx, { query }) => answerExport(ctx, buildCallsExport, query),
    export_task: (ctx, { body }) => createExportTask(ctx, 'llm_call', body),
    subjects: listCallSubjects,
    call: (ctx, { params }) => getCall(ctx, params.id),
    months: listMonthBills,
    month: (ctx, { params }) => getMonthBill(ctx, params.month),
    month_export: (ctx, { params }) => exportMonthBill(ctx, params.month),
  })
}
