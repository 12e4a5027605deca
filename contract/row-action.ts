import type { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'

/** What the actions on one kind of row share; `path` is that of the row: `/api/v1/invoice/:id`. */
interface RowActionBase<Params extends z.ZodType, Data extends z.ZodType>
  extends Pick<Endpoint, 'path' | 'access' | 'source'>,
    Partial<Pick<Endpoint, 'owned' | 'stepUp' | 'invalidates'>> {
  params: Params
  data: Data
}

/** Returns a function that declares idempotent actions on a row, such as `POST /api/v1/invoice/:id/withdraw`. */
export const createRowActionDefiner =
  <Params extends z.ZodType, Data extends z.ZodType>({ path, ...base }: RowActionBase<Params, Data>) =>
  <Body extends z.ZodType = z.ZodObject<Record<never, never>>>(
    name: string,
    summary: string,
    description: string,
    message: string,
    body?: Body,
  ) =>
    endpoint({ ...base, method: 'POST', path: `${path}/${name}`, idempotent: true, summary, description, message, body })
