import { consumption } from '#contract/consumption.ts'
import {
  buildConsumptionExport,
  listConsumption,
  listConsumptionSubjects,
  listDaySegments,
  listInstanceBill,
  sumConsumption,
} from '#server/domains/money/consumption/consumption.service.ts'
import { createExportTask } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { answerExport } from '#server/http/csv.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { overview: _, daily: __, ...own } = consumption

export const consumptionRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'consumption', own, {
    list: (ctx, { query }) => listConsumption(ctx, query),
    sum: (ctx, { query }) => sumConsumption(ctx, query),
    export: (ctx, { query }) => answerExport(ctx, buildConsumptionExport, query),
    export_task: (ctx, { body }) => createExportTask(ctx, 'consumption', body),
    subjects: (ctx) => listConsumptionSubjects(ctx),
    segments: (ctx, { query }) => listDaySegments(ctx, query.instance_id, query.day),
    bill: (ctx, { params, query }) => listInstanceBill(ctx, params.id, query),
  })
