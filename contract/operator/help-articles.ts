import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Time } from '../scalars.ts'

/** An article of the help centre. Its text ships with the release; operators only control its visibility. */
const OperatorHelpArticle = z
  .object({
    id: Id.meta({ description: '文章地址的最后一段' }),
    title: z.string(),
    section: z.string(),
    summary: z.string(),
    updated: z.string().meta({ description: '正文更新的日期' }),
    visible: z.boolean(),
    required: z.boolean().meta({ description: '协议不能隐藏' }),
    changed_by: z.string().nullable().meta({ description: '最近一次显示或隐藏的操作人' }),
    changed_at: Time.nullable(),
  })
  .meta({ id: 'OperatorHelpArticle' })

const defineVisibilityChange = createRowActionDefiner({
  path: '/api/v1/operator/help_article/:id',
  access: 'operator_review',
  source: 'decided: product §10',
  params: ById,
  data: OperatorHelpArticle,
})

export const operatorHelpArticles = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/help_article/list',
    access: 'operator_review',
    summary: '帮助文章，按目录的顺序',
    description: 'Lists the help articles in order of the table of contents, hidden ones included.',
    source: 'decided: product §10',
    query: listQuery(['id'], {
      keyword: Keyword,
      section: z.string().max(40).optional(),
      visible: z.enum(['true', 'false']).optional(),
    }),
    data: z.array(OperatorHelpArticle),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/help_article/:id',
    access: 'operator_review',
    summary: '帮助文章',
    description: 'Returns one help article and whether it is shown.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorHelpArticle,
  }),
  show: defineVisibilityChange('show', '显示帮助文章', 'Shows a help article.', '已显示'),
  hide: defineVisibilityChange(
    'hide',
    '隐藏帮助文章；协议不能隐藏',
    'Hides a help article; the legal agreements cannot be hidden.',
    '已隐藏',
  ),
}
