import { creators } from '#contract/creators.ts'
import { instanceGuards } from '#contract/guards.ts'
import { leads } from '#contract/leads.ts'
import { limits } from '#contract/limits.ts'
import { operatorCreators } from '#contract/operator/creators.ts'
import { operatorImages } from '#contract/operator/images.ts'
import { operatorLeads } from '#contract/operator/leads.ts'
import { operatorOriginals } from '#contract/operator/originals.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { originals } from '#contract/originals.ts'
import { privateImages } from '#contract/private-images.ts'
import { queue } from '#contract/queue.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import { runJob } from '#server/demo/living/pass-time.ts'
import { toInstanceKey } from '#server/demo/living/rent.ts'
import { regionIds } from '#server/demo/living/rentals.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { seedCertifications } from '#server/demo/seed-certifications.ts'
import { seedPeople } from '#server/demo/seed-people.ts'

type Field = 'training' | 'inference' | 'vision' | 'language'

/** Applications to become a creator: the last one still waits. */
const creatorStories: readonly { who: string; field: Field; at: StoryTime; approved?: StoryTime; introduction: string }[] = [
  {
    who: '苏晴',
    field: 'training',
    at: '4 11:00',
    approved: '4 16:10',
    introduction: '在清河大学带自然语言处理的课，维护课题组的微调流程三年，准备把它整理成镜像与教程。',
  },
  {
    who: '何川',
    field: 'inference',
    at: '7 10:20',
    approved: '7 16:00',
    introduction: '做推理服务五年，压测过多种显卡上的开源模型，想持续发布推理镜像和参数表。',
  },
  {
    who: '方圆',
    field: 'language',
    at: '30 10:40',
    introduction: '写过一套中文评测题库，打算按月更新，并发布跑它的镜像和历次成绩。',
  },
]
const originalStories: readonly {
  who: string
  kind: 'image' | 'data_set'
  entry: string
  at: StoryTime
  approved?: StoryTime
  statement: string
}[] = [
  {
    who: '苏晴',
    kind: 'image',
    entry: 'LoRA 微调工作台',
    at: '9 10:10',
    approved: '9 15:40',
    statement: '训练脚本与参数由课题组自己编写，样例数据也是我们写的。',
  },
  {
    who: '何川',
    kind: 'image',
    entry: 'vLLM 推理服务',
    at: '11 11:00',
    approved: '11 15:10',
    statement: '启动与压测脚本都是自己写的，参数来自自己的测量。',
  },
  {
    who: '陈砚',
    kind: 'data_set',
    entry: '中文四则运算应用题',
    at: '13 9:50',
    approved: '13 15:00',
    statement: '题目由自己编写的模板生成，没有采集任何题库。',
  },
  {
    who: '远航数据',
    kind: 'data_set',
    entry: '客服意图',
    at: '30 14:30',
    statement: '全部句子由我们的标注员编写，不含真实用户的话。',
  },
]

/** L40S is sold out: these wait for it. */
const waiters: readonly { who: string; name: string; at: StoryTime }[] = [
  { who: '白露', name: '语音合成', at: '30 21:05' },
  { who: '高远', name: '视频检测', at: '31 8:30' },
  { who: '秦岚', name: '多模态检索', at: '31 9:12' },
]

const applyAsCreator = async (stage: Stage, { who, field, introduction, approved }: (typeof creatorStories)[number]) => {
  const { history } = await stage.as(who).call(creators.apply, { body: { field, introduction, links: [], agreement: true } })
  if (approved)
    stage.plan({ at: approved, play: () => stage.as('复核').call(operatorCreators.approve, { params: { id: history[0]!.id } }) })
}

const applyAsOriginal = async (stage: Stage, { who, kind, entry, statement, approved }: (typeof originalStories)[number]) => {
  const body = { kind, entry_id: stage.ids.get(`entry ${entry}`)!, statement, links: [] }
  const { id } = await stage.as(who).call(originals.create, { body })
  if (approved) stage.plan({ at: approved, play: () => stage.as('复核').call(operatorOriginals.approve, { params: { id } }) })
}

const soldOutProduct = ({ deps }: Stage) => livingRepo(deps.database.kysely).productId('L40S', regionIds.east)

async function waitForCards(stage: Stage, { who, name }: (typeof waiters)[number]): Promise<void> {
  const form = {
    product_id: await soldOutProduct(stage),
    gpu_num: 1,
    image_id: stage.ids.get('image vLLM 推理服务')!,
    data_disk: limits.freeDataDiskGb,
    secret_key_id: null,
    charge_rule: 'hour' as const,
    quantity: 1,
    nick_name: name,
  }
  await stage.as(who).call(queue.create, { body: { form, max_price_hour: null } })
}

async function talkToLeads(stage: Stage): Promise<void> {
  const lead = {
    name: '周主任',
    phone: '13900000881',
    company: '东屿大学计算中心',
    interest: 'professional' as const,
    vendor: null,
    message: '想了解一体机的供货周期与机房要求，年内上架。',
  }
  await stage.wire.call(leads.create, { body: lead }, { ip: '10.31.4.8' })
  const [first] = await stage.as('运营').call(operatorLeads.list)
  const params = { id: first!.id }
  await stage.as('运营').call(operatorLeads.take, { params })
  const body = { state: 'following' as const, note: '已电话沟通，下周发配置单与报价。' }
  await stage.as('运营').call(operatorLeads.follow, { params, body })
}

async function shareImage(stage: Stage): Promise<void> {
  const [image] = await stage.as('陈砚').call(privateImages.list)
  const uuid = await livingRepo(stage.deps.database.kysely).uuid(stage.as('林晓').id)
  await stage.as('陈砚').call(privateImages.share, { params: { id: image!.id }, body: { uuid } })
}

/** Half a yuan less per hour for the most popular card; the second person has not seen it yet. */
async function requestPriceChange(stage: Stage): Promise<void> {
  const id = await livingRepo(stage.deps.database.kysely).productId('RTX 4090', regionIds.north)
  const origin = { hour_origin: '2.28', day_origin: '54.72', week_origin: '383.04' }
  const body = { hour: '1.98', day: '45.00', week: '299.00', ...origin, reason: '开学季对齐同类平台的价格' }
  await stage.as('运营').call(operatorProducts.request_price, { params: { id }, body })
}

/** Gives the demo account a sub-account, an invitee and an announcement. */
async function invitePeople(stage: Stage): Promise<void> {
  const { deps } = stage
  await seedPeople(deps)
  stage.addActor('标注组', await livingRepo(deps.database.kysely).userId('13800000011'))
  await runJob(stage, 'announcements')
}

const limitSpending = (stage: Stage) =>
  stage.as('林晓').call(instanceGuards.update, {
    params: { id: stage.ids.get(toInstanceKey('林晓', '分割模型训练'))! },
    body: { spend_limit: '600' },
  })

/** A day and more of labelling is paid for. */
const fundSubAccount = (stage: Stage) =>
  stage.as('林晓').call(subAccounts.allocate, { params: { id: stage.as('标注组').id }, body: { amount: '150' } })

/** After people could not boot it again and again. */
const takeImageOffline = (stage: Stage) => stage.as('运营').call(operatorImages.offline, { params: { id: 'image-pytorch-23' } })

export const buildOperatorScenes = (): Scene[] => [
  { at: '6 16:00', play: invitePeople },
  { at: '6 18:30', play: shareImage },
  ...creatorStories.map((story): Scene => ({ at: story.at, play: (stage) => applyAsCreator(stage, story) })),
  ...originalStories.map((story): Scene => ({ at: story.at, play: (stage) => applyAsOriginal(stage, story) })),
  { at: '19 11:00', play: talkToLeads },
  {
    at: '31 9:02',
    play: ({ wire }) =>
      wire.call(
        leads.create,
        {
          body: {
            name: '李工',
            phone: '13900000882',
            company: '华北某设计院',
            interest: 'undecided',
            vendor: null,
            message: '有 20 人的设计团队，想先试用再定采购方式。',
          },
        },
        { ip: '10.31.9.2' },
      ),
  },
  { at: '28 9:12', play: limitSpending },
  { at: '30 10:40', play: fundSubAccount },
  { at: '30 15:20', play: ({ deps }) => seedCertifications(deps) },
  ...waiters.map((waiter): Scene => ({ at: waiter.at, play: (stage) => waitForCards(stage, waiter) })),
  ...['裴然', '艾琳'].map(
    (who): Scene => ({
      at: who === '裴然' ? '29 9:40' : '30 12:10',
      play: async (stage) =>
        stage.as(who).call(stockAlerts.create, { body: { product_id: await soldOutProduct(stage), gpu_num: 1 } }),
    }),
  ),
  { at: '31 9:15', play: takeImageOffline },
  { at: '31 9:22', play: requestPriceChange },
]
