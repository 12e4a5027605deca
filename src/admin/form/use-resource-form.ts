import { useForm } from '@refinedev/antd'
import { useQueryClient } from '@tanstack/react-query'
import type { FormInstance, FormProps } from 'antd'
import { useState } from 'react'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { useRestoredFormFocus } from './use-restored-form-focus.ts'

type Values = Record<string, unknown>

interface Options {
  resource: Resource
  /** The row to change; without one, the form creates. */
  row?: Row | undefined
  onSaved: (saved: Values) => void
}

interface ResourceForm {
  form: FormInstance<Values>
  props: FormProps<Values>
  saving: boolean
  failure: ApiError | undefined
}

/**
 * Refine's form on a resource. The row is taken as it is when the form opens, and nothing that happens meanwhile, whether
 * a refused save or a change on the stream, touches what has been typed. One idempotency key stands for one intent.
 */
export function useResourceForm({ resource, row, onSaved }: Options): ResourceForm {
  const client = useQueryClient()
  const [intentKeys] = useState(createIntentKeys)
  const optimistic = Boolean(row && resource.form?.optimistic)
  const { form, formProps, mutation } = useForm<Row, ApiError, Values>({
    resource: resource.name,
    action: row ? 'edit' : 'create',
    ...(row && { id: row.id }),
    queryOptions: { enabled: false },
    queryMeta: { form: true }, // a cache entry of its own, never filled
    redirect: false,
    mutationMode: optimistic ? 'optimistic' : 'pessimistic',
    warnWhenUnsavedChanges: true,
    mutationMeta: { intentKeys },
    // the form itself says it, unless it is gone by then
    errorNotification: optimistic && ((error) => ({ message: error?.message ?? '保存失败，请重试', type: 'error' })),
    ...(resource.created && !row && { successNotification: false as const }),
    onMutationSuccess: ({ data }) => {
      intentKeys.done()
      // Refine asks again for the rows of the resource itself
      void invalidateReads(client, (row ? resource.api.update : resource.api.create)?.invalidates ?? [])
      if (!optimistic) onSaved(data)
    },
  })
  const save: FormProps<Values>['onFinish'] = (values) => {
    formProps.onFinish?.(values)
    if (optimistic) onSaved(values)
  }
  useFieldErrors(form) // Refine shows what the server says of a field, and leaves it there
  const failure = isApiError(mutation.error) ? mutation.error : undefined
  useRestoredFormFocus(form, mutation.isPending, Object.keys(failure?.errors ?? {})[0])
  return {
    form,
    props: { ...formProps, onFinish: save, initialValues: row ?? {} },
    saving: mutation.isPending,
    failure,
  }
}
