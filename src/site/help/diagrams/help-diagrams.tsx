import type { ComponentType } from 'react'
import { limits } from '#contract/limits.ts'
import type { DiagramTexts } from './Diagram.tsx'
import { PlacesDiagram } from './PlacesDiagram.tsx'
import { RetentionDiagram } from './RetentionDiagram.tsx'
import { type RouteData, RouteDiagram } from './RouteDiagram.tsx'
import { type TimelineData, TimelineDiagram } from './TimelineDiagram.tsx'

const timeline = (data: TimelineData) => (texts: DiagramTexts) => <TimelineDiagram data={data} {...texts} />
const route = (data: RouteData) => (texts: DiagramTexts) => <RouteDiagram data={data} {...texts} />

const graceHours = limits.arrearsGraceSeconds / 3600

/** Drawings by the name an article calls them by: `![alt](diagram:name "caption")`, in a paragraph of their own. */
export const helpDiagrams: Readonly<Record<string, ComponentType<DiagramTexts>>> = {
  'hourly-billing': timeline({
    bars: [
      {
        segments: [
          { span: 2, tone: 'idle', text: '创建中' },
          { span: 4, tone: 'paid', text: '运行中' },
          { span: 3, tone: 'idle', text: '已关机' },
          { span: 2, tone: 'idle', text: '开机中' },
          { span: 3, tone: 'paid', text: '运行中' },
        ],
      },
    ],
    marks: [
      { at: 2, text: '进入「运行中」的那一秒开始计费；启动失败不收费。' },
      { at: 6, text: '关机立即停止计费并结算到秒。GPU 归还，两块盘都保留，也不收费。' },
      { at: 9, text: '再次开机重新分配 GPU；没有空闲的卡时可以排队。' },
      { at: 11, text: '从新的「运行中」接着计费，上次不足 1 分的零头带到这一次。' },
    ],
  }),
  'hourly-or-package': timeline({
    bars: [
      {
        name: '按量计费',
        segments: [
          { span: 1, tone: 'idle', text: '创建' },
          { span: 3, tone: 'paid', text: '运行中' },
          { span: 3, tone: 'idle', text: '已关机' },
          { span: 3, tone: 'paid', text: '运行中' },
        ],
      },
      {
        name: '包日、包周',
        segments: [
          { span: 1, tone: 'prepaid', text: '创建' },
          { span: 3, tone: 'prepaid', text: '运行中' },
          { span: 3, tone: 'prepaid', text: '已关机' },
          { span: 3, tone: 'prepaid', text: '运行中' },
        ],
      },
    ],
    marks: [
      { at: 0, text: '下单：按量先不付，套餐一次付清并开始计时。' },
      { at: 4, text: '关机：按量停止计费、归还 GPU；套餐继续计时，GPU 为你保留。' },
      { at: 7, text: '再开机：按量要有空闲的卡；套餐随时可以。' },
      { at: 10, text: '到期：套餐按选定的到期策略处理；按量没有到期。' },
    ],
  }),
  'package-expiry': timeline({
    bars: [
      {
        name: '到期关机',
        segments: [
          { span: 6, tone: 'prepaid', text: '套餐' },
          { span: 4, tone: 'idle', text: '已关机' },
        ],
      },
      {
        name: '自动续费',
        segments: [
          { span: 6, tone: 'prepaid', text: '套餐' },
          { span: 4, tone: 'prepaid', text: '续的一期' },
        ],
      },
      {
        name: '到期转按量',
        segments: [
          { span: 6, tone: 'prepaid', text: '套餐' },
          { span: 4, tone: 'paid', text: '按量，不中断' },
        ],
      },
    ],
    marks: [
      {
        at: 4.6,
        text: `到期前 ${limits.autoRenewHours} 小时：自动续费从这时起续，余额不足每 ${limits.autoRenewRetryHours} 小时再试。`,
      },
      { at: 6, text: `到期：续费不成、转按量的余额不够时，同样关机。数据从停止起保留 ${limits.releaseDays} 天。` },
    ],
  }),
  arrears: timeline({
    bars: [
      {
        segments: [
          { span: 4, tone: 'paid', text: '运行中' },
          { span: 2, tone: 'paid', text: '宽限' },
          { span: 6, tone: 'idle', text: '已关机，数据保留' },
        ],
      },
    ],
    marks: [
      { at: 2, text: '余额低于提醒线：通知一次。' },
      { at: 4, text: `余额用完：立即通知，再运行 ${graceHours} 小时。` },
      { at: 6, text: '宽限结束：按量计费的实例关机，充值之后由你自己开机。' },
      { at: 12, text: `停用满 ${limits.releaseDays} 天：释放，数据永久删除。` },
    ],
  }),
  'data-places': PlacesDiagram,
  retention: RetentionDiagram,
  'ssh-route': route({
    stations: [
      { title: '你的电脑', icon: 'display', notes: ['终端、VS Code', '私钥留在这里'] },
      { title: 'SSH 入口', icon: 'shield', notes: ['所有实例共用', '认用户名、密钥'] },
      { title: '你的实例', icon: 'chip', notes: ['运行中才能连上'], cells: [true, true, true, true] },
    ],
    links: [
      ['ssh -p 端口', '用户名：实例编号'],
      ['登录成功', '转到这一台'],
    ],
  }),
  'vscode-steps': route({
    stations: [
      { title: '复制', icon: 'copy', notes: ['实例详情页', '「复制 SSH 配置」'] },
      { title: '粘贴', icon: 'edit', notes: ['加到文件末尾'], code: '~/.ssh/config' },
      { title: '连接', icon: 'terminal', notes: ['Remote-SSH', '选这台实例'] },
      { title: '打开', icon: 'folder', notes: ['打开文件夹'], code: '/workspace' },
    ],
    links: [],
  }),
  'port-link': route({
    stations: [
      { title: '浏览器', icon: 'display', notes: ['已登录控制台', '点「端口链接」'] },
      { title: '端口链接', icon: 'shield', notes: ['一个端口一个域名', '只认你的登录'] },
      { title: '实例里的程序', icon: 'chip', notes: ['监听所有地址'], code: '0.0.0.0:8888' },
    ],
    links: [['HTTPS'], ['转到端口']],
  }),
  queue: route({
    stations: [
      { title: '排队', icon: 'users', notes: ['先来先得', '不收费'], cells: [true, false, false, false, false] },
      { title: '有卡归还', icon: 'chip', notes: ['轮到第一位'], cells: [true] },
      { title: '检查', icon: 'shield', notes: ['实名、余额', '最高价、主机'] },
      { title: '自动开机', icon: 'power', notes: ['通知你', '运行中起计费'] },
    ],
    links: [],
  }),
}
