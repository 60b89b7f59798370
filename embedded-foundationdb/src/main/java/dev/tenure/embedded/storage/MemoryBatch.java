package dev.tenure.embedded.storage;

import java.util.ArrayList;
import java.util.List;

/** Operations on the tree of a {@link MemoryStorage}; applied once. */
final class MemoryBatch implements StorageBatch {
  private interface Operation {
    TreeNode applyTo(Object batch, TreeNode root);
  }

  private final List<Operation> operations = new ArrayList<>();

  @Override
  public void put(byte[] key, byte[] value) {
    operations.add((batch, root) -> grown(batch, root.put(batch, key, value)));
  }

  @Override
  public void delete(byte[] key) {
    deleteRange(key, KeyBytes.after(key));
  }

  @Override
  public void deleteRange(byte[] begin, byte[] end) {
    operations.add((batch, root) -> root.deleteRange(batch, begin, end).shrunk(batch));
  }

  TreeNode applyTo(TreeNode root) {
    TreeNode result = root;
    for (Operation operation : operations) {
      result = operation.applyTo(this, result);
    }
    return result;
  }

  private static TreeNode grown(Object batch, TreeNode root) {
    return root.size > TreeNode.ENTRIES_MAX ? TreeBranch.over(batch, root) : root;
  }
}
