import { z } from 'zod'
import { limits } from './limits.ts'
import { Day } from './scalars.ts'

/** Query of a list call: page from 1, page size up to 100, one sort field, and filters by field name (product §11). */
export const listQuery = <const Sort extends readonly [string, ...string[]], F extends z.ZodRawShape = Record<never, never>>(
  sortable: Sort,
  filters: F = {} as F,
) =>
  z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    page_size: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(10),
    sort: z.enum(sortable).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    count: z
      .enum(['exact'])
      .optional()
      .meta({ description: `超过 ${limits.countedRowsMax} 条时也数完全部；缺省只数到此为止` }),
    ...filters,
  })

export const Keyword = z.string().trim().max(64, '关键词最多 64 个字').optional()

/** Filters by days in Asia/Shanghai; the last day is included. */
export const dayRange = { from: Day.optional(), to: Day.optional() }

/** Whether a page's `total` says only that there are at least as many rows: counting stops unless the caller asks for all. */
export const isTotalCapped = (query: object, total: number): boolean =>
  total > limits.countedRowsMax && !('count' in query && query.count === 'exact')
