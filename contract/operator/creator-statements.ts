import { z } from 'zod'
import { CreatorStatement, CreatorStatementDetail, CreatorStatementLine, Month, StatementStateName } from '../creator-income.ts'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ById, Id } from '../scalars.ts'

const owner = { creator: z.object({ id: Id, nickname: z.string() }) }

export const OperatorCreatorStatement = CreatorStatement.extend(owner).meta({ id: 'OperatorCreatorStatement' })
export type OperatorCreatorStatement = z.infer<typeof OperatorCreatorStatement>
const OperatorCreatorStatementDetail = CreatorStatementDetail.extend(owner).meta({ id: 'OperatorCreatorStatementDetail' })

/** A statement line with its instance and order. */
export const OperatorStatementLine = CreatorStatementLine.extend({
  consumer_id: Id,
  instance_id: Id,
  order_id: Id.nullable(),
}).meta({ id: 'OperatorStatementLine' })
export type OperatorStatementLine = z.infer<typeof OperatorStatementLine>

const source = 'decided: product §10, docs/decisions/043'

export const operatorCreatorStatements = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/creator_statement/list',
    access: 'operator_finance',
    summary: '创作者月度对账单',
    description: 'Lists the monthly income statements of all creators.',
    source,
    query: listQuery(['month', 'amount'], { keyword: Keyword, state: StatementStateName.optional(), month: Month.optional() }),
    data: z.array(OperatorCreatorStatement),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/creator_statement/:id',
    access: 'operator_finance',
    summary: '一份对账单',
    description: "Returns one creator's income statement with its sums by version.",
    source,
    params: ById,
    data: OperatorCreatorStatementDetail,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/api/v1/operator/creator_statement/:id/line_list',
    access: 'operator_finance',
    summary: '对账单里的每一段使用，连同实例与订单',
    description: 'Lists the stretches of use in an income statement, with the instance and order of each.',
    source,
    params: ById,
    query: listQuery(['from', 'seconds']),
    data: z.array(OperatorStatementLine),
    paged: true,
  }),
}
