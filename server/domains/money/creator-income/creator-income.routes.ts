import { creator_income } from '#contract/creator-income.ts'
import { operator_creator_statements } from '#contract/operator/creator-statements.ts'
import {
  exportStatement,
  getAnyStatement,
  getStatement,
  incomeSummary,
  listAllStatements,
  listAnyLines,
  listLines,
  listStatements,
} from '#server/domains/money/creator-income/creator-income.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function creatorIncomeRoutes(http: Http): void {
  mount(http, 'creator_income', creator_income, {
    summary: incomeSummary,
    statements: (ctx, { query }) => listStatements(ctx, query),
    statement: (ctx, { params }) => getStatement(ctx, params.id),
    lines: (ctx, { params, query }) => listLines(ctx, params.id, query),
    export: (ctx, { params }) => exportStatement(ctx, params.id),
  })
  mount(http, 'operator_creator_statements', operator_creator_statements, {
    list: (ctx, { query }) => listAllStatements(ctx, query),
    get: (ctx, { params }) => getAnyStatement(ctx, params.id),
    lines: (ctx, { params, query }) => listAnyLines(ctx, params.id, query),
  })
}
