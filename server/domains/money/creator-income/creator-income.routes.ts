import { creatorIncome } from '#contract/creator-income.ts'
import { operatorCreatorStatements } from '#contract/operator/creator-statements.ts'
import {
  exportCreatorStatement,
  getAnyCreatorStatement,
  getCreatorStatement,
  getIncomeSummary,
  listAllCreatorStatements,
  listAnyStatementLines,
  listCreatorStatements,
  listStatementLines,
} from '#server/domains/money/creator-income/creator-income.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function creatorIncomeRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'creator_income', creatorIncome, {
    summary: getIncomeSummary,
    statements: (ctx, { query }) => listCreatorStatements(ctx, query),
    statement: (ctx, { params }) => getCreatorStatement(ctx, params.id),
    lines: (ctx, { params, query }) => listStatementLines(ctx, params.id, query),
    export: (ctx, { params }) => exportCreatorStatement(ctx, params.id),
  })
  mountEndpoints(http, 'operator_creator_statements', operatorCreatorStatements, {
    list: (ctx, { query }) => listAllCreatorStatements(ctx, query),
    get: (ctx, { params }) => getAnyCreatorStatement(ctx, params.id),
    lines: (ctx, { params, query }) => listAnyStatementLines(ctx, params.id, query),
  })
}
