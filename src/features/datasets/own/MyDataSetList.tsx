import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { DataSetTabs } from '#src/features/datasets/DataSetTabs.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** What one has published, and the way to publish more. */
export default function MyDataSetList({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  return (
    <List
      resource={resource}
      above={<DataSetTabs />}
      tools={
        <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.release_data_set)}>
          发布数据集
        </Button>
      }
    />
  )
}
