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
  /** Row to change; without one, the form creates a row. */
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
 * Refine's form for a resource. Takes a snapshot of the row when the form opens; refused saves and stream changes do not
 * overwrite the input. Uses one idempotency key per intent.
 */
export function useResourceForm({ resource, row, onSaved }: Options): ResourceForm {
  const client = useQueryClient()
  const [intentKeys] = useState(createIntentKeys)
  const optimistic = Boolean(row && resource.form?.optimistic)
  const doneText = resource.form?.updateLabel && `已${resource.form.updateLabel}`
  const { form, formProps, mutation } = useForm<Row, ApiError, Values>({
    resource: resource.name,
    action: row ? 'edit' : 'create',
    ...(row && { id: row.id }),
    queryOptions: { enabled: false },
    queryMeta: { form: true }, // separate cache entry that is never filled
    redirect: false,
    mutationMode: optimistic ? 'optimistic' : 'pessimistic',
    warnWhenUnsavedChanges: true,
    mutationMeta: { intentKeys },
    // the form shows errors itself, unless it has already closed
    errorNotification: optimistic && ((error) => ({ message: error?.message ?? '保存失败，请重试', type: 'error' })),
    ...(row && doneText && { successNotification: () => ({ message: doneText, type: 'success' as const }) }),
    ...(resource.created && !row && { successNotification: false as const }),
    onMutationSuccess: ({ data }) => {
      intentKeys.done()
      // Refine refetches the rows of the resource itself
      void invalidateReads(client, (row ? resource.api.update : resource.api.create)?.invalidates ?? [])
      if (!optimistic) onSaved(data)
    },
  })
  const save: FormProps<Values>['onFinish'] = (values) => {
    formProps.onFinish?.(values)
    if (optimistic) onSaved(values)
  }
  useFieldErrors(form) // Refine shows the server's field errors but does not clear them
  const failure = isApiError(mutation.error) ? mutation.error : undefined
  useRestoredFormFocus(form, mutation.isPending, Object.keys(failure?.errors ?? {})[0])
  return {
    form,
    props: { ...formProps, onFinish: save, initialValues: row ? { ...row, ...resource.form?.updateValues?.(row) } : {} },
    saving: mutation.isPending,
    failure,
  }
}
