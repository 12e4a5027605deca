import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { DataSetTabs } from '#src/console/data-sets/DataSetTabs.tsx'
import List from '#src/console/generic/list/List.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import type { Resource } from '../define-resource.ts'

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
