import { consumption } from '#contract/consumption.ts'
import {
  billOf,
  exportConsumption,
  listConsumption,
  segmentsOfDay,
  subjectsOfConsumption,
  sumConsumption,
} from '#server/domains/money/consumption/consumption.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const { overview: _, ...own } = consumption

export const consumptionRoutes = (http: Http) =>
  mount(http, 'consumption', own, {
    list: (ctx, { query }) => listConsumption(ctx, query),
    sum: (ctx, { query }) => sumConsumption(ctx, query),
    export: (ctx, { query }) => exportConsumption(ctx, query),
    subjects: (ctx) => subjectsOfConsumption(ctx),
    segments: (ctx, { query }) => segmentsOfDay(ctx, query.instance_id, query.day),
    bill: (ctx, { params, query }) => billOf(ctx, params.id, query),
  })
