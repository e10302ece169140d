import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';
import { SharedReads } from '../shared-reads';
import { readStored } from '../stored-reads';

interface ResyncFloor {
  /**
   * The name of the collection of copies. If the resync was for one account, the id of the account
   * follows.
   */
  _id: string;
  generation: number;
}

/**
 * The lowest valid generation of copies. It increases when a resync that republished every record
 * ends. Events with a lower generation are from before a restore of the service. They may be about
 * records that the restored service does not have.
 */
export class ResyncFloors {
  private readonly model: Model<ResyncFloor>;
  private readonly reads = new SharedReads<ResyncFloor[]>('resync_floors.find');

  constructor(
    connection: Connection,
    private readonly collection: string,
  ) {
    const known = connection.models.ResyncFloor as Model<ResyncFloor> | undefined;
    const schema = new Schema<ResyncFloor>(
      { _id: String, generation: Number },
      { collection: 'resync_floors', versionKey: false },
    );
    this.model = known ?? connection.model<ResyncFloor>('ResyncFloor', schema);
  }

  /** @param userId the account whose records were republished, or undefined for all accounts. */
  async raise(userId: number | undefined, generation: number): Promise<void> {
    const update = () => this.model.updateOne({ _id: this.nameOf(userId) }, { $max: { generation } }, { upsert: true });
    try {
      await update();
    } catch (error) {
      // Another process inserted the same document at the same time.
      if (!isDuplicateKey(error)) throw error;
      await update();
    }
  }

  /** The lowest valid generation for an account; 0 if no resync has ended yet. */
  async read(userId: number): Promise<number> {
    const name = this.nameOf(userId);
    const filter = { _id: { $in: [this.nameOf(undefined), name] } };
    const floors = await this.reads.read(name, () => readStored<ResyncFloor>(this.model, filter));
    return Math.max(0, ...floors.map(({ generation }) => generation));
  }

  private nameOf(userId: number | undefined): string {
    return userId === undefined ? this.collection : `${this.collection}/${userId}`;
  }
}
