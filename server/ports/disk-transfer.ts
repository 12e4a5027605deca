import type { Readable } from 'node:stream'
import type { ComputeDriver, InstanceRef, InstanceSpec, MovingInstance } from './compute.ts'

type ReportProgress = (percent: number) => void

/**
 * Where the disks of an instance are, as one engine sees it. Those that are `arriving` from another engine are hidden and cannot
 * start; `complete` ones lack nothing but that.
 */
export type DiskStay = { at: 'absent' } | { at: 'here' } | { at: 'arriving'; state: string; complete: boolean }

export interface SystemDiskCopy {
  bytes: number
  /** Brings it to the registry of both engines under a temporary name that both know; absent without one that removes it again. */
  push?(onProgress: ReportProgress): Promise<void>
  /** Streams it, in the format of this kind of engine. */
  open(): Promise<Readable>
}

export interface DataDiskFiles {
  /** In use; undefined if that cannot be determined. */
  bytes: number | undefined
  /** Streams them, in the format of this kind of engine. */
  open(): Promise<Readable>
}

/** Disks of a stopped instance that another engine may read. */
export interface LentDisks {
  /** Differs after every start of the instance, which changes what is on the disks. */
  state: string
  /** What the next object on the system disk begins with, in terms of this kind of engine. */
  settings: string
  /** Makes a copy of the system disk; one of the same `state` that is there is used again. */
  copySystemDisk(): Promise<SystemDiskCopy>
  /** Undefined if there is none. */
  data: DataDiskFiles | undefined
}

export type LendDisks = <T>(ref: InstanceRef, take: (disks: LentDisks) => Promise<T>) => Promise<T>

/**
 * How disks leave an engine and arrive at another of the same kind. In order: `lend` and `receive`, `leave`, `reveal`. Every
 * method is idempotent; `discard` undoes what came before `leave`. All throw DriverError only.
 */
export interface DiskTransfer {
  find(ref: InstanceRef): Promise<DiskStay>
  /** Lends the disks to `take`; meanwhile the instance cannot start. Throws Conflict unless stopped, NotFound without its object. */
  lend: LendDisks
  /**
   * Brings both disks here, hidden; returns when they would survive a power failure. What is complete and of the same `state` is
   * not sent again. Throws Conflict if there are disks of the instance here that did not arrive.
   */
  receive(instance: MovingInstance, disks: LentDisks, onProgress: ReportProgress): Promise<void>
  /**
   * Removes the instance with its disks, of which another engine has all in this `state`. Throws Conflict if they are in another
   * one, and NotFound if there is a data disk without the object that would tell.
   */
  leave(ref: InstanceRef, state: string): Promise<void>
  /** Makes what has arrived the stopped instance. Throws NotFound if nothing has, and Conflict unless all has. */
  reveal(ref: InstanceRef): Promise<void>
  /** Removes what has arrived and is not revealed, and what a loan left; never disks that are `here`. */
  discard(ref: InstanceRef): Promise<void>
  /** Copies a data disk here, to an instance that was never started; see `ComputeDriver.copyDataDisk`. `lend` is that of its engine. */
  receiveDataDisk(from: InstanceRef, to: InstanceSpec, lend: LendDisks, onProgress: ReportProgress): Promise<void>
}

/** The driver of one engine among many. */
export interface EngineDriver extends ComputeDriver {
  /** Absent if disks cannot leave the engine. */
  readonly transfer?: DiskTransfer
}
