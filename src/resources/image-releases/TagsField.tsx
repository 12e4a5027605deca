import { Suspense } from 'react'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import type { FieldInputProps } from '../define-resource.ts'

const TagsInput = lazyPart(async () => ({ default: (await import('#src/console/image-release/TagsInput.tsx')).TagsInput }))

export function TagsField({ id, value, onChange }: FieldInputProps) {
  return (
    <Suspense fallback={null}>
      <TagsInput {...(id && { id })} value={(value as string[] | undefined) ?? []} onChange={(tags) => onChange?.(tags)} />
    </Suspense>
  )
}
