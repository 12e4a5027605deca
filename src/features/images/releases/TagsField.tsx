import { Suspense } from 'react'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const TagsInput = lazyPart(async () => ({
  default: (await import('./form/TagsInput.tsx')).TagsInput,
}))

export function TagsField({ id, value, onChange }: FieldInputProps) {
  return (
    <Suspense fallback={null}>
      <TagsInput {...(id && { id })} value={(value as string[] | undefined) ?? []} onChange={(tags) => onChange?.(tags)} />
    </Suspense>
  )
}
