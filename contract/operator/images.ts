import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { BaseImage, Vendor } from '../products.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Name } from '../scalars.ts'

const OperatorImage = BaseImage.extend({
  reference: z.string().meta({ description: '引擎中的名字' }),
  sort: z.number().int(),
  on_offer: z.boolean(),
  instances: z.number().int().meta({ description: '正在使用它的实例数' }),
}).meta({ id: 'OperatorImage' })

const Line = (label: string) => Name(40, label)
const ImageForm = z.object({
  name: Line('名称'),
  framework: Line('框架'),
  version: Line('版本'),
  python: Line('Python 版本'),
  runtime: Line('运行时'),
  size_gb: z.number({ error: '请输入大小' }).min(0.1, '大小至少 0.1 GB').max(1000, '大小最多 1000 GB'),
  sort: z.number({ error: '请输入排序' }).int('排序须为整数').min(0, '排序不能为负').max(100_000, '排序过大'),
})
const Reference = z
  .string({ error: '请输入镜像地址' })
  .regex(/^[a-z0-9][a-z0-9._/:-]{0,198}[a-z0-9]$/i, '镜像地址只能包含字母、数字和 . _ / : -')

const defineOfferChange = createRowActionDefiner({
  path: '/api/v1/operator/image/:id',
  access: 'operator_review',
  source: 'decided: product §10',
  params: ById,
  data: OperatorImage,
})

/** Base images. Images saved by users are private; only their number is shown here. */
export const operatorImages = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/image/list',
    access: 'operator_review',
    summary: '基础镜像，含已下线的',
    description: 'Lists the base images, including those taken offline.',
    source: 'decided: product §10',
    query: listQuery(['sort', 'name'], {
      keyword: Keyword,
      vendor: Vendor.optional(),
      on_offer: z.enum(['true', 'false']).optional(),
    }),
    data: z.array(OperatorImage),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/image/:id',
    access: 'operator_review',
    summary: '基础镜像详情',
    description: 'Returns one base image.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorImage,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/image',
    access: 'operator_review',
    idempotent: true,
    summary: '登记基础镜像',
    description: 'Registers a base image by its reference on the engine, and puts it online.',
    message: '镜像已登记并上线',
    source: 'decided: product §10',
    body: ImageForm.extend({ vendor: Vendor, reference: Reference }),
    data: OperatorImage,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/image/:id',
    access: 'operator_review',
    idempotent: true,
    summary: '修改说明与排序；镜像地址不变',
    description: 'Changes description and position of a base image; its reference stays.',
    message: '镜像已修改',
    source: 'decided: product §10',
    params: ById,
    body: ImageForm,
    data: OperatorImage,
  }),
  online: defineOfferChange('online', '上线', 'Puts a base image online, so that instances can be created with it.', '已上线'),
  offline: defineOfferChange(
    'offline',
    '下线；正在使用它的实例不受影响',
    'Takes a base image offline; instances that use it are not affected.',
    '已下线',
  ),
}
