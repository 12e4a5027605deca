import { Select } from 'antd'
import { communityImages } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

/** Free-text tags, with suggestions from other users' tags. */
export function TagsInput({ id, value, onChange }: { id?: string; value?: string[]; onChange?: (tags: string[]) => void }) {
  const { data } = useEndpoint(communityImages.facets)
  return (
    <Select
      {...(id && { id })}
      mode="tags"
      maxCount={limits.entryTagsMax}
      tokenSeparators={['，', ',', ' ']}
      placeholder="输入后按回车，例如 微调"
      value={value ?? []}
      onChange={(tags: string[]) => onChange?.(tags.map((tag) => tag.trim()).filter(Boolean))}
      options={(data?.tags ?? []).map(({ name }) => ({ value: name, label: name }))}
    />
  )
}
