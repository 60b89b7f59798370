package dev.tenure.embedded.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Operations on the tree of a {@link MemoryStorage}; applied once. */
final class MemoryBatch implements StorageBatch {
  private final List<UnaryOperator<TreeNode>> operations = new ArrayList<>();

  @Override
  public void put(byte[] key, byte[] value) {
    operations.add(root -> grown(root.put(this, key, value)));
  }

  @Override
  public void delete(byte[] key) {
    deleteRange(key, KeyBytes.after(key));
  }

  @Override
  public void deleteRange(byte[] begin, byte[] end) {
    operations.add(root -> root.deleteRange(this, begin, end).shrunk(this));
  }

  TreeNode applyTo(TreeNode root) {
    TreeNode result = root;
    for (UnaryOperator<TreeNode> operation : operations) {
      result = operation.apply(result);
    }
    return result;
  }

  private TreeNode grown(TreeNode root) {
    return root.size > TreeNode.ENTRIES_MAX ? TreeBranch.over(this, root) : root;
  }
}
