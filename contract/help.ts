import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const help = {
  hidden: endpoint({
    method: 'GET',
    path: '/api/v1/help_article/hidden',
    access: 'public',
    summary: '暂不展示的帮助文章',
    description: 'Lists the slugs of help articles that are not shown at present.',
    source: 'decided: product §10',
    data: z.object({ slugs: z.array(z.string()) }),
  }),
}
